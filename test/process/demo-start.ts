import { expect } from '@jest/globals';
import { printedValue } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

/** What the tests read of a feed. */
export interface Feed {
  objects: Array<{ id: number; author: { first_name: string }; likers: number[]; workout: { title: string } }>;
}

/** Runs the printed curl line: its URL with its header. */
export async function runCurl(output: string): Promise<Feed> {
  const [, header = '', url = ''] = /^curl -H '([^']+)' '([^']+)'$/m.exec(output) ?? [];
  const [name = '', value = ''] = header.split(/: (.*)/);
  const response = await fetch(url, { headers: { [name]: value } });
  expect(response.status).toBe(200);
  return (await response.json()) as Feed;
}

/** Runs a GraphQL document with the key, if one is given; it must not fail. */
export async function execute<Data>(started: StartedProcess, query: string, key?: string): Promise<Data> {
  const url = printedValue(started.stdout(), 'Playground');
  const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const answer = (await response.json()) as { data: Data; errors?: unknown };
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

/** The password of the demo account, which the first start prints. */
export const password = (started: StartedProcess) => printedValue(started.stdout(), 'Password');
