import { invalid } from '../src/errors.ts';

/** Types that have a global id. */
export const nodeTypes = [
  'User',
  'Preferences',
  'Profile',
  'Stats',
  'Workout',
  'Post',
  'Picture',
  'ApiKey',
  'Friendship',
  'Comment',
  'Conversation',
  'Message',
  'Route',
  'Event',
  'EventParticipant',
  'EventSponsor',
  'Notification',
] as const;
export type NodeType = (typeof nodeTypes)[number];

/** The opaque global id of an object (Relay's Node), made of its type and its integer id. */
export function globalId(type: NodeType, databaseId: number): string {
  return Buffer.from(`${type}:${databaseId}`).toString('base64url');
}

/** The type and the integer id in a global id. Null when the text is not a global id. */
export function readGlobalId(id: string): { type: NodeType; databaseId: number } | null {
  const [, word, digits] = /^(\w+):([1-9]\d{0,15})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const type = nodeTypes.find((known) => known === word);
  const databaseId = Number(digits);
  return type && Number.isSafeInteger(databaseId) ? { type, databaseId } : null;
}

/** The integer of a global id that must be of `type`. @throws Failure INVALID naming the argument */
export function databaseIdOf(type: NodeType, id: string, argument = 'id'): number {
  const read = readGlobalId(id);
  if (read?.type !== type) throw invalid(argument, `is not the id of a ${type}`, 'WRONG_ID');
  return read.databaseId;
}
