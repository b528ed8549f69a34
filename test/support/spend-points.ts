import { expect } from '@jest/globals';
import type { Answer, Client, Mapping } from './client.ts';

/** A document that costs 20,000 points and little else. */
export const dear = `{ ${['a', 'b', 'c', 'd'].map((name) => `${name}: __schema { __typename }`).join(' ')} }`;

/** What an answer's headers say of points: the limit, what is left, and the seconds until all are there again. */
export function pointsIn({ headers }: Answer): { limit: number; remaining: number; reset: number } {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    expect(headers[`x-ratelimit-${name}`]).toBe(headers[`ratelimit-${name}`]);
    return Number(headers[`ratelimit-${name}`] ?? Number.NaN);
  }) as [number, number, number];
  return { limit, remaining, reset };
}

/** What a GraphQL answer says of its cost. */
export interface Cost {
  requested: number;
  actual: number;
  remaining: number;
  restoresAt: string;
}

/** The cost that a GraphQL answer states. */
export function costIn({ extensions }: { extensions: Mapping }): Cost {
  return extensions['cost'] as Cost;
}

/** Spends what the caller has, until not even the cheapest request is let through. */
export async function spendPoints(client: Client, headers: Record<string, string> = {}): Promise<void> {
  const send = (query: string) =>
    client.sendTo('POST', '/graphql', {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
  for (const query of [dear, '{ __schema { __typename } }', '{ __type(name: "User") { name } }', '{ __typename }'])
    for (let status = 200, i = 0; status === 200 && i < 1000; i++) ({ status } = await send(query));
}
