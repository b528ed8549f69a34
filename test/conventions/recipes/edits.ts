import type { Edit } from './copy.ts';

/** A recipe of CONTRIBUTING.md, made to the letter for its example. */
export interface Recipe {
  /** The changes by hand of the product. */
  edits: readonly Edit[];
  /** Those of the tests. */
  tests: readonly Edit[];
}

const operation = `import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { commentsLoader } from './comment.loaders.ts';

/** \`$1\` viewer, \`$2\` comment. */
const pin = statement.write<{ id: number }>(
  'pin_comment',
  \`update comment c set submit_date = clock_timestamp() from post p
   where c.id = $2 and p.id = c.post_id and p.author_id = $1 returning c.id\`,
);

/** Pins a comment to the end of a post of the viewer. @throws Failure NOT_FOUND for comments on posts of others */
export async function pinComment(context: Context, commentId: number): Promise<number> {
  const pinned = await context.database.transaction((tx) => tx.one(pin, [viewerOf(context).id, commentId]));
  if (!pinned) throw new Failure('NOT_FOUND');
  context.forget(commentsLoader, pinned.id);
  return pinned.id;
}
`;

/** What the service has to know about a mutation; it is tried without it as well. */
export const pinRules: Edit = [
  'schema/feed/comment.resolver.ts',
  "    about: 'Pins a comment to the end of your own post.',\n",
  "    scope: 'FEED_WRITE',\n    codes: ['NOT_FOUND'],\n",
];

export const mutation: Recipe = {
  edits: [
    ['src/domain/feed/pin-comment.ts', '', operation],
    [
      'schema/feed/comment.resolver.ts',
      'export const commentMutations = [\n',
      `  mutation('pinComment', {
    about: 'Pins a comment to the end of your own post.',
    input: input('The comment to pin.', { id: ['ID<Comment>!', 'Id of the comment.'] }),
    payload: { comment: ['Comment!', 'The comment.'] },
    run: async (context, { id }) => ({ comment: { id: await pinComment(context, id) } }),
  }),
`,
    ],
    [
      'schema/feed/comment.resolver.ts',
      "^import { databaseIdOf } from '../global-id.ts';",
      "import { pinComment } from '../../src/domain/feed/pin-comment.ts';\n",
    ],
  ],
  tests: [
    [
      'test/feed/pin-comment.test.ts',
      '',
      `/** The author of a post can pin a comment on it. */
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { comment } from './commenting.ts';

const service = await testService();
const { ann, bob } = await cast(service);

test('only the author of the post pins a comment', async () => {
  const { post } = await record(ann);
  const id = globalId('Comment', await comment(bob, post, 'first'));
  await comment(bob, post, 'second');
  const document = 'mutation ($id: ID!) { pinComment(input: { id: $id }) { comment { id } } }';
  expect((await as(bob).graphql(document, { id })).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(await as(ann).graphql(document, { id })).toMatchObject({ data: { pinComment: { comment: { id } } } });
});
`,
    ],
    ['test/rules/visibility-changes.test.ts', 'addComment deleteComment', ' pinComment'],
  ],
};

export const column: Recipe = {
  edits: [
    [
      'src/domain/workouts/workout.entity.ts',
      '^    durationInSeconds: p.integer(),',
      '    /** The shoe that was worn. */\n    shoe: p.string().length(storedLengths.name).nullable(),\n',
    ],
    ['src/domain/workouts/workout.entity.ts', "  sourceType: 'published',\n", "  shoe: 'published',\n"],
    ['src/domain/workouts/record-workout.ts', '  privacy?: Privacy | null;\n', '  shoe?: string | null;\n'],
    [
      'src/domain/workouts/record-workout.ts',
      '  runDate: () => checkRunDate(input.runDate, now),\n',
      "  shoe: () => (input.shoe == null ? null : checkText(input.shoe, 'shoe', 'name')),\n",
    ],
    [
      'src/domain/workouts/record-workout.ts',
      "      privacy: input.privacy ?? 'public',\n",
      '      shoe: given.shoe,\n',
    ],
    [
      'schema/workouts/workout.type.ts',
      "^  @Field(() => Int, { description: 'Seconds without pauses.' })",
      "  @Field(() => String, { nullable: true, description: 'The shoe that was worn. Null when none was stated.' })\n  shoe!: string | null;\n",
    ],
    [
      'schema/workouts/workout.input.ts',
      "^  @Field(() => Privacy, { nullable: true, description: 'Who may see it; PUBLIC by default.' })",
      "  @Field(() => String, { nullable: true, description: `The shoe, up to ${longest('name')}.` })\n  shoe?: string | null;\n",
    ],
    [
      'rest-compat/records/workouts.ts',
      "    post_body: text('postBody'),\n",
      "    shoe: text('shoe', { nullable: true }),\n",
    ],
    [
      'rest-compat/records/workouts.ts',
      "  run_type: { type: 'text', required: true, values: Object.keys(runTypes) },\n",
      "  shoe: { type: 'text', default: 'none', about: `At most ${longest('name')}.` },\n",
    ],
    [
      'rest-compat/records/workouts.ts',
      "    runDate: args.moment('run_date'),\n",
      "    shoe: args.textOrNull('shoe'),\n",
    ],
  ],
  tests: [
    ['test/workouts/record.test.ts', '      static_map_url: null,\n', '      shoe: null,\n'],
    ['test/workouts/import-gpx.test.ts', '^      static_map_url: expect', '      shoe: null,\n'],
  ],
};

/** What the migration of a column whose changes are published also has. @param file the migration */
export const publishing = (file: string): Edit[] => [
  [
    file,
    "import { Migration } from '@mikro-orm/migrations';\n",
    "import { changeFunctions } from './initial/live-triggers.ts';\n",
  ],
  [file, 'up(): void {\n', "    this.addSql(changeFunctions({ workout: ['shoe'] }).workout);\n"],
  [file, 'down(): void {\n', '    this.addSql(changeFunctions().workout);\n'],
];

/** The earliest run, among the statistics of a user. */
export const figure: Recipe = {
  edits: [
    [
      'src/domain/people/stats.entity.ts',
      '^    bestMileDurationInSeconds',
      "    earliestWorkoutDate: p.datetime(6).columnType('timestamptz(6)').nullable(),\n",
    ],
    [
      'src/domain/workouts/stats-updates.ts',
      "  latestWorkoutDate: { by: 'max', of: 'runDate', type: 'timestamptz' },\n",
      "  earliestWorkoutDate: { by: 'min', of: 'runDate', type: 'timestamptz' },\n",
    ],
    [
      'schema/people/stats.type.ts',
      '  latestWorkoutDate!: string | null;\n',
      "  @Field(() => DateTime, { nullable: true, description: 'Start of the first workout. Null without workouts.' })\n  earliestWorkoutDate!: string | null;\n",
    ],
    [
      'rest-compat/records/people.ts',
      '^    latest_workout_date: timestamp(',
      "    earliest_workout_date: timestamp('earliestWorkoutDate', { nullable: true, about: 'Null without a workout.' }),\n",
    ],
  ],
  tests: [],
};

const likers = 'GET /comment/[comment_id]/likers/';

export const row: Recipe = {
  edits: [
    [
      'rest-compat/endpoints/feed.ts',
      "^  'DELETE /comment/[comment_id]/': mutation(",
      `  '${likers}': row({
    about: 'Those who like a comment.',
    query: pages().described,
    answers: [{ status: 200, body: { list: 'User' } }],
    errors: { NOT_FOUND: 'The comment does not exist, or the current user may not see it.' },
    document: graphql(
      \`
        query CommentLikers($id: ID!, $first: Int!, $offset: Int!) {
          node(id: $id) {
            ... on Comment {
              likedBy(first: $first, offset: $offset) {
                totalCount
                nodes {
                  ...userFields
                }
              }
            }
          }
        }
      \`,
      [user.fragment],
    ),
    variables: (request) => {
      const { limit, offset } = pages().range(request, 0);
      return { id: globalId('Comment', request.path['comment_id'] ?? 0), first: limit, offset };
    },
    reply: ({ node }, request) =>
      node && 'likedBy' in node
        ? ok(pages().envelope(request, node.likedBy.totalCount, node.likedBy.nodes.map(user.write)))
        : notFound(),
    sources: () => listSources(user.columns, 'node.likedBy'),
  }),

`,
    ],
    [
      'rest-compat/endpoints/feed.ts',
      "^import { comment, post } from '../records/feed.ts';",
      "import { user } from '../records/people.ts';\nimport { pages } from '../paging.ts';\nimport { notFound } from '../endpoint.ts';\n",
    ],
    ['rest-compat/endpoints/feed.ts', 'import { sourcesOf', ', listSources'],
  ],
  tests: [
    [
      'test/feed/likers.test.ts',
      '',
      `/** Those who like a comment: \`${likers}\`. */
import { expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { comment } from './commenting.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const row = '${likers}';

test('lists those who like it', async () => {
  const { post } = await record(ann);
  const id = await comment(bob, post, 'Well run');
  await as(ann).post('/like/toggle/', { object_type: 'comment', object_id: id });
  const path = row.replace('GET ', '').replace('[comment_id]', String(id));
  expect((await as(bob).get(path)).json()).toMatchObject({ objects: [{ id: ann.id }] });
  expect((await as(bob).get(path.replace(String(id), '99999'))).status).toBe(404);
});
`,
    ],
  ],
};
