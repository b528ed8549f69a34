import { globalId } from '../global-id.ts';
import * as documents from './example-documents.ts';
import { exampleGpx, exampleWorkout } from './example-workout.ts';
import * as further from './further-documents.ts';
import { createReadOnlyKey } from './key-documents.ts';

/** A tab of the editor. */
interface PlaygroundExample {
  query: string;
  /** JSON in the form that the variables editor shows. */
  variables?: string;
}

/** Ids of the demo data with which examples begin. Null for what does not exist any more. */
export interface ExampleIds {
  /** The newest posts of the demo account with each privacy. */
  publicPost: number | null;
  friendsPost: number | null;
  privatePost: number | null;
  /** The newest public post of a friend. */
  friendsNews: number | null;
  picture: number | null;
  conversation: number | null;
  [other: string]: number | null;
}

/**
 * The tabs with which the editor opens, at least one for each module. With demo data, all of them can be executed immediately.
 * @param demo the password of the demo accounts and ids of the demo data; null without demo data
 */
export function playgroundExamples(demo: { password: string; ids: ExampleIds } | null, now: Date): PlaygroundExample[] {
  const account = demo
    ? { email: 'demo@example.com', password: demo.password }
    : { email: 'ann@example.com', password: 'choose-a-password' };
  const withIds = (query: string, id: number | null | undefined, variables: (id: number) => unknown) =>
    id ? [{ query, variables: json(variables(id)) }] : [];
  // GraphiQL opens the first tab without its variables.
  return [
    ...(demo ? [] : [{ query: documents.register }]),
    { query: documents.me },
    { query: documents.myWorkouts },
    { query: documents.recordWorkout, variables: json({ input: exampleWorkout(now) }) },
    { query: further.importGpx, variables: json({ input: { gpx: exampleGpx(now) } }) },
    { query: further.streamsAndSplits },
    { query: documents.friendsFeed, variables: json({ first: 5 }) },
    { query: documents.localFeed },
    ...withIds(documents.commentOnPost, demo?.ids.friendsNews, (id) => ({
      input: { postId: globalId('Post', id), comment: 'Well run!' },
    })),
    ...withIds(further.editPost, demo?.ids.publicPost, (id) => ({
      input: { id: globalId('Post', id), body: 'What a view!' },
    })),
    ...withIds(further.deletePost, demo?.ids.privatePost, (id) => ({ input: { id: globalId('Post', id) } })),
    ...withIds(documents.picture, demo?.ids.picture, (id) => ({ id: globalId('Picture', id) })),
    { query: documents.findPeople, variables: json({ q: 'ma' }) },
    { query: documents.friendships },
    { query: documents.inbox },
    { query: documents.routes, variables: json({ latitude: 37.8055, longitude: -122.2575 }) },
    { query: documents.charityEvents },
    { query: further.notifications },
    { query: further.changes },
    { query: documents.liveFeed },
    { query: documents.signIn, variables: json({ input: account }) },
    { query: createReadOnlyKey, variables: json({ input: { name: 'A script that reads', scopes: ['READ'] } }) },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
