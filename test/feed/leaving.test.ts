/** When an account is deleted while others like, comment and write messages, all counts stay exact. */
import { expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();

/** Everything that somebody may be doing while their account is deleted. */
async function busy(person: Person, post: number, comment: number, conversation: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const answers = await Promise.all([
      as(person).post('/like/toggle/', { object_type: 'post', object_id: post }),
      as(person).post('/like/toggle/', { object_type: 'comment', object_id: comment }),
      as(person).post('/comment/', { post_id: post, comment: `${i}` }),
      as(person).post('/message/', { conversation_id: conversation, message: `${i}` }),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

test('an account that is deleted during likes, comments and messages leaves no data and exact counts', async () => {
  const { ann, bob } = await cast(service);
  const { post } = await record(ann);
  const made = await as(bob).post('/comment/', { post_id: post, comment: 'Fine' });
  const comment = Number(/(\d+)\/$/.exec(made.headers.location ?? '')?.[1]);
  for (let round = 0; round < 4; round++) {
    const leaver = await newPerson(service, `Lea${round}`, 'Leaver');
    const started = await as(leaver).post('/conversation/', { message: 'Hi', recipients: [ann.id, bob.id] });
    const conversation = Number(/(\d+)\/$/.exec(started.headers.location ?? '')?.[1]);
    const leave = async () => {
      await new Promise((resolve) => setTimeout(resolve, round * 10));
      return as(leaver).graphql(
        'mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { __typename } }',
        {
          input: { password: leaver.password },
        },
      );
    };
    const [statuses, left] = await Promise.all([busy(leaver, post, comment, conversation), leave()]);
    expect(left.errors).toEqual([]);
    for (const status of statuses) expect([200, 201, 401, 404]).toContain(status);
  }
  const [counts] = await service.sql(
    `select comment_count, cardinality(likers) as likes, (select count(*)::int from comment c where c.post_id = p.id) as comments,
       (select sum(cardinality(likers))::int from comment c where c.post_id = p.id) as comment_likes
     from post p where id = ?`,
    [post],
  );
  expect(counts).toEqual({ comment_count: 1, likes: 0, comments: 1, comment_likes: 0 });
  const members = await service.sql(
    `select s.unread, (select count(*)::int from message m where m.conversation_id = s.conversation_id
       and m.user_id is distinct from s.user_id and m.id > s.read_up_to) as counted from conversation_member s`,
  );
  expect(members).toHaveLength(8);
  for (const { unread, counted } of members) expect(unread).toBe(counted);
});
