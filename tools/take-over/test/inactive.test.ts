/** What people who were inactive in the old service have liked and commented on does not count. */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { globalId } from '../../../schema/global-id.ts';
import { until } from '../../../test/mail/patience.ts';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { person, writeBundle } from './bundle-maker.ts';
import { loaded, opened } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

test('their likes and comments are neither counted nor shown', async () => {
  const key = 'k'.repeat(40);
  const date = '2014-05-06T07:00:00Z';
  const users = [{ ...person(1), api_keys: [key] }, { ...person(2), is_active: false }, person(3)];
  const posts = [{ id: 1, author: 1, created_date: date, body: 'I run', privacy: 'public', likers: [2, 3] }];
  const comments = [2, 3].map((id) => ({
    id,
    post: 1,
    user: id,
    comment: `of ${id}`,
    submit_date: date,
    likers: [2, 3],
  }));
  expect((await loaded(service, await writeBundle(join(root, 'bundle'), { users, posts, comments }))).told).toEqual([]);
  await opened(service);
  const reader = new Client(service.url, `ApiKey runner_1:${key}`);
  // The process hears of the keys after they were loaded.
  await until(async () => (await reader.get('/me/')).status === 200, 'the key is known');
  const { data, errors } = await reader.graphql(
    'query ($id: ID!) { node(id: $id) { ... on Post { commentCount likeCount comments(first: 5) { nodes { comment likeCount } } } } }',
    { id: globalId('Post', 1) },
  );
  expect(errors).toEqual([]);
  expect(data).toEqual({
    node: { commentCount: 1, likeCount: 1, comments: { nodes: [{ comment: 'of 3', likeCount: 1 }] } },
  });
});
