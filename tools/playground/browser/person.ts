import { element } from './dom.ts';

/** A person of the demo data as whom requests are sent. */
export interface Person {
  role: 'owner' | 'friend' | 'stranger' | 'blocked' | 'staff';
  userId: number;
  firstName: string;
  username: string;
  apiKey: string;
}

/** What a role is to the owner. */
export const meanings: Readonly<Record<Person['role'], (owner: string) => string>> = {
  owner: () => 'whose data these are',
  friend: (owner) => `a friend of ${owner}`,
  stranger: (owner) => `no friend of ${owner}`,
  blocked: (owner) => `blocked by ${owner}`,
  staff: (owner) => `staff, no friend of ${owner}`,
};

/** The text of a person in a list. */
export function nameWithRole({ firstName, role }: Person): string {
  return `${firstName} (${role})`;
}

/** The options of a list of people. */
export function peopleOptions(people: readonly Person[]): (readonly [string, string])[] {
  return people.map((person) => [person.role, nameWithRole(person)] as const);
}

/** The round sign of a person. */
export function badge({ firstName, role }: Person): HTMLElement {
  return element('span', { class: `badge ${role}`, 'aria-hidden': 'true' }, firstName.slice(0, 1));
}

/** The answer to a GraphQL document. */
export interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
  extensions?: { cost?: { actual?: number } };
}

/** Runs a document as a person. */
export async function runAs({ apiKey }: Person, query: string, variables: unknown): Promise<Answer> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}
