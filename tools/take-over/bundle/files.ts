import { fileNames } from './field.ts';
import type { Fields, FileName, Values, ValueType } from './field.ts';
import * as accounts from './tables/accounts.ts';
import * as events from './tables/events.ts';
import * as running from './tables/running.ts';
import * as talk from './tables/conversations.ts';

/** A file of a bundle: `<name>.jsonl` or `<name>.jsonl.gz`, with a record on each line. */
interface BundleFile<Of extends Fields = Fields> {
  /** What it holds, in a sentence. */
  about: string;
  fields: Of;
  /** The word for its records in URIs of the contract, if they have URIs. */
  resource?: string;
}

/** Every file of a bundle besides the manifest. The schemas, the page, the reader and the checks follow from it. */
export const files = {
  users: {
    about: 'People, with everything by which they sign in.',
    fields: accounts.users,
    resource: 'user',
  },
  friendships: {
    about: 'Friendships, and requests for them. Two people have at most one.',
    fields: accounts.friendships,
    resource: 'friendship',
  },
  blocks: { about: 'Who has blocked whom.', fields: accounts.blocks },
  invitations: { about: 'Addresses that were invited.', fields: accounts.invitations },
  workouts: { about: 'Runs, with their points.', fields: running.workouts, resource: 'workout' },
  posts: { about: 'Posts. A run has at most one.', fields: running.posts, resource: 'post' },
  pictures: { about: 'Pictures of posts.', fields: running.pictures, resource: 'picture' },
  comments: { about: 'Comments on posts.', fields: running.comments, resource: 'comment' },
  conversations: {
    about: 'Conversations, with the people who take part.',
    fields: talk.conversations,
    resource: 'conversation',
  },
  messages: { about: 'Messages of conversations.', fields: talk.messages, resource: 'message' },
  routes: { about: 'Saved routes. A run has at most one.', fields: running.routes, resource: 'route' },
  events: { about: 'Charity events.', fields: events.events, resource: 'event-instance' },
  event_participants: {
    about: 'People who take part in events, each once.',
    fields: events.eventParticipants,
    resource: 'event-participant',
  },
  sponsors: { about: 'Promises of sponsors. Nobody sponsors a participant twice.', fields: events.sponsors },
  stats: {
    about: 'Totals of the old service. They are compared with those that are computed, and never stored.',
    fields: accounts.stats,
    resource: 'stats',
  },
} as const satisfies Record<FileName, BundleFile>;

/** A record of a file as it is read: values in one form each, null where a field has none. */
export type RecordOf<Name extends FileName> = Values<(typeof files)[Name]['fields']>;

/** A record of any file. */
export type AnyRecord = { [Name in FileName]: RecordOf<Name> }[FileName];

/** The files to whose records a field refers, in itself or in its items. */
function referredIn(fields: Fields): FileName[] {
  return Object.values(fields).flatMap(({ type }) => referredBy(type));
}

function referredBy(type: ValueType): FileName[] {
  if (type.kind === 'reference') return [type.to];
  if (type.kind === 'list') return referredBy(type.of);
  return type.kind === 'record' ? referredIn(type.fields) : [];
}

/** The files to whose records others refer. */
export const referredFiles: ReadonlySet<FileName> = new Set(
  Object.values(files).flatMap(({ fields }) => referredIn(fields)),
);

/** The files in the order of loading. */
export const fileEntries: readonly (readonly [FileName, BundleFile])[] = fileNames.map((name) => [name, files[name]]);
