import { expect } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { promote } from '../events/participation.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

/** Creates a staff user. */
export async function newStaff(service: TestService, name = 'Sam'): Promise<Person> {
  const staff = await newPerson(service, name, 'Steward');
  await promote(service, staff);
  return staff;
}

/** Runs a mutation with one input. Returns its payload or the code of its failure. */
export async function mutate(who: Person, field: string, input: Mapping, selection: string): Promise<unknown> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  return run(
    who,
    `mutation ($input: ${field.startsWith('report') ? 'ReportInput' : type}!) { ${field}(input: $input) { ${selection} } }`,
    { input },
  );
}

/** Runs a document with one root field. Returns the value of the field or the code of its failure. */
export async function run(who: Person, document: string, variables: Mapping = {}): Promise<unknown> {
  const { data, errors } = await as(who).graphql(document, variables);
  return errors[0]?.extensions.code ?? Object.values(data ?? {})[0];
}

/** Suspends an account, or ends its suspension. */
export async function suspend(staff: Person, { id }: Person, until?: Date): Promise<void> {
  const input = { userId: globalId('User', id), note: 'Enough', ...(until ? { until: until.toISOString() } : {}) };
  expect(await mutate(staff, 'suspendPerson', input, 'isSuspended')).toEqual({ isSuspended: true });
}
export async function unsuspend(staff: Person, { id }: Person): Promise<void> {
  const input = { userId: globalId('User', id) };
  expect(await mutate(staff, 'unsuspendPerson', input, 'isSuspended')).toEqual({ isSuspended: false });
}

/** Hides content, or restores it. */
export async function hide(staff: Person, type: NodeType, id: number): Promise<void> {
  const input = { id: globalId(type, id), note: 'Not here' };
  expect(await mutate(staff, 'hideContent', input, 'isHidden')).toEqual({ isHidden: true });
}
export async function restore(staff: Person, type: NodeType, id: number): Promise<void> {
  expect(await mutate(staff, 'restoreContent', { id: globalId(type, id) }, 'isHidden')).toEqual({ isHidden: false });
}

/** Mutes a user, or ends the mute. */
export async function mute(who: Person, { id }: Person): Promise<void> {
  expect(await mutate(who, 'mutePerson', { userId: globalId('User', id) }, 'user { databaseId }')).toEqual({
    user: { databaseId: id },
  });
}
export async function unmute(who: Person, { id }: Person): Promise<void> {
  await mutate(who, 'unmutePerson', { userId: globalId('User', id) }, 'user { databaseId }');
}

/** A case, as the staff see it. */
interface Case extends Mapping {
  id: string;
  kind: string;
  reportCount: number;
  pictureUrl: string | null;
  reports: Mapping[];
}

/** Reads the first page of the queue. */
export async function queueOf(staff: Person, status = 'OPEN'): Promise<{ nodes: Case[]; totalCount: number }> {
  const fields = `nodes { id kind subjectId personId personName status reportCount isHidden isSuspended pictureUrl
    reports { reporterId reporterName reason text contentText contentAuthor } } totalCount`;
  const document = `{ moderationQueue(status: ${status}, first: 100) { ${fields} } }`;
  return (await run(staff, document)) as { nodes: Case[]; totalCount: number };
}

/** Reports an object, with the reason `HARASSMENT` unless another one is given. */
export function report(
  who: Person,
  mutation: string,
  type: NodeType,
  id: number,
  more: Mapping = {},
): Promise<unknown> {
  return mutate(who, mutation, { id: globalId(type, id), reason: 'HARASSMENT', ...more }, 'reported');
}

/** Deletes the user's own account. */
export function leave(who: Person): Promise<unknown> {
  const document = 'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }';
  return run(who, document, { password: who.password });
}
