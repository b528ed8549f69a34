import type { Edit } from './copy.ts';
import type { Recipe } from './edits.ts';

/** Others see what is public for ten years: a rule about the age of an object. */
export const rule: Recipe = {
  edits: [
    ...(
      [
        ["privacy: 'p.privacy' }", 'p.created_date'],
        ["privacy: 'w.privacy' }", 'w.run_date'],
        ["privacy: 'r.privacy' }", 'r.created_date'],
        ["privacy: 'former.privacy' }", 'now()'],
      ] as const
    ).map(([end, since]): Edit => ['src/domain/rules/visibility.ts', `^, ${end}`, `, since: '${since}'`]),
    [
      'src/domain/rules/visibility.ts',
      '^;\n/** Whether accepted friends of the owner may see it',
      " + ` and ${objects[row].since} > now() - interval '10 years'`",
    ],
  ],
  tests: [
    [
      'test/rules/old-posts.test.ts',
      '',
      `/** Others see what is public for ten years. */
import { expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, cho } = await cast(service);

test('a stranger does not see what is older, and the owner does', async () => {
  const { post, workout } = await record(ann);
  const both = [\`/post/\${post}/\`, \`/workout/\${workout}/\`];
  const statuses = async (who: typeof ann) => Promise.all(both.map(async (path) => (await as(who).get(path)).status));
  expect(await statuses(cho)).toEqual([200, 200]);
  await service.sql("update post set created_date = created_date - interval '11 years' where id = ?", [post]);
  await service.sql("update workout set run_date = run_date - interval '11 years' where id = ?", [workout]);
  expect(await statuses(cho)).toEqual([404, 404]);
  expect(await statuses(ann)).toEqual([200, 200]);
});
`,
    ],
  ],
};
