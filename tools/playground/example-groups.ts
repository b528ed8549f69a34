import { globalId } from '../../schema/global-id.ts';
import { playgroundExamples } from '../../schema/examples/playground-examples.ts';
import type { ExampleIds } from '../../schema/examples/playground-examples.ts';
import type { GroupedExample } from './browser/grouped-example.ts';

/** The groups of the examples, by the names of their operations. Others are in the last one. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Accounts and keys': ['Register', 'SignIn', 'Me', 'CreateReadOnlyKey'],
  Workouts: ['MyWorkouts', 'RecordWorkout', 'ImportGpx', 'StreamsAndSplits'],
  'Feed and posts': ['FriendsFeed', 'LocalFeed', 'CommentOnPost', 'EditPost', 'DeletePost', 'Picture'],
  'People and messages': ['FindPeople', 'Friendships', 'Inbox'],
  'Routes and events': ['Routes', 'CharityEvents'],
  Live: ['LiveFeed', 'Notifications', 'Changes'],
};

/** Documents that are refused, one for each kind of error. */
function refused(ids: ExampleIds): [about: string, query: string, variables?: object][] {
  const own = globalId('Post', ids.publicPost ?? 0);
  return [
    ['GRAPHQL_PARSE_FAILED: no GraphQL', 'query ParseFailed {\n  me {\n    firstName\n'],
    ['GRAPHQL_VALIDATION_FAILED: no such field', 'query ValidationFailed {\n  me { firstname }\n}\n'],
    [
      'TOO_COSTLY: pages within pages',
      'query TooCostly {\n  feed(first: 50) {\n    nodes { comments(first: 50) { nodes { user { friends(first: 50) { nodes { id } } } } } }\n  }\n}\n',
    ],
    [
      'INVALID: fields with a sentence each',
      'mutation Invalid($input: AddCommentInput!) {\n  addComment(input: $input) { comment { id } }\n}\n',
      { input: { postId: own, comment: '' } },
    ],
    [
      'NOT_FOUND: not there, or not for you',
      'mutation NotFound($input: ToggleLikeInput!) {\n  toggleLike(input: $input) { liked }\n}\n',
      { input: { id: globalId('Post', 999_999_999) } },
    ],
    [
      'WRONG_PASSWORD: a sign-in',
      'mutation WrongPassword($input: SignInInput!) {\n  signIn(input: $input) { apiKey }\n}\n',
      { input: { email: 'demo@example.com', password: 'a guess' } },
    ],
    ['NOT_STAFF: for others', 'query NotStaff {\n  moderationQueue(first: 5) { totalCount }\n}\n'],
    [
      'FRIENDSHIP_EXISTS: sent twice',
      'mutation FriendshipExists($input: RequestFriendshipInput!) {\n  requestFriendship(input: $input) { friendship { id } }\n}\n',
      { input: { userId: globalId('User', ids['friendUser'] ?? 0) } },
    ],
  ];
}

const nameIn = (query: string) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '';

/** The examples of the editor in their groups. */
export function groupedExamples(demo: { password: string; ids: ExampleIds }, now: Date): GroupedExample[] {
  const groupOf = (name: string) => Object.keys(groups).find((group) => groups[group]?.includes(name)) ?? 'More';
  const examples = playgroundExamples(demo, now).map(({ query, variables = '' }): GroupedExample => {
    const name = nameIn(query);
    const about = query
      .slice(0, query.search(/^(?:query|mutation|subscription) /m))
      .replaceAll(/^# ?/gm, '')
      .replaceAll('\n', ' ')
      .trim();
    return { group: groupOf(name), name, about, query, variables, takesFile: name === 'ImportGpx' };
  });
  const errors = refused(demo.ids).map(([about, query, variables]): GroupedExample => {
    const text = variables ? JSON.stringify(variables, null, 2) : '';
    return { group: 'Errors', name: nameIn(query), about, query, variables: text, takesFile: false };
  });
  const order = [...Object.keys(groups), 'More', 'Errors'];
  return [...examples, ...errors].toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
}
