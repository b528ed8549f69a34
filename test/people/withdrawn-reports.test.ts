/** A report can be withdrawn over GraphQL; a case that nobody else has reported is dismissed. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

const report = (person: Person, post: number) =>
  as(person).graphql('mutation ($id: ID!) { reportPost(input: { id: $id, reason: SPAM }) { reported } }', {
    id: globalId('Post', post),
  });
const withdraw = (person: Person, id: string) =>
  as(person).graphql('mutation ($id: ID!) { withdrawReport(input: { id: $id }) { withdrawn } }', { id });
const caseOf = async (post: number) => {
  const [row] = await service.sql(
    "select status, report_count, (select count(*)::int from abuse_report r where r.case_id = c.id) as reports from moderation_case c where kind = 'post' and subject_id = ?",
    [post],
  );
  return row && [row['status'], row['report_count'], row['reports']];
};

describe('a report', () => {
  test('that is withdrawn leaves those of others, and the last one dismisses the case', async () => {
    const { post } = await record(ann, { privacy: 'public' });
    await report(bob, post);
    await report(cho, post);
    expect(await caseOf(post)).toEqual(['open', 2, 2]);
    expect((await withdraw(bob, globalId('Post', post))).data).toEqual({ withdrawReport: { withdrawn: true } });
    expect(await caseOf(post)).toEqual(['open', 1, 1]);
    await withdraw(cho, globalId('Post', post));
    expect(await caseOf(post)).toEqual(['dismissed', 0, 0]);
    // A further report opens the case again.
    await report(bob, post);
    expect(await caseOf(post)).toEqual(['open', 1, 1]);
  });

  test.each<[what: string, id: (post: number) => string, code: string]>([
    ['that was not made', (post) => globalId('Post', post), 'NOT_FOUND'],
    ['of what cannot be reported', () => globalId('Route', 1), 'NOT_FOUND'],
    ['without an id', () => 'x', 'NOT_FOUND'],
  ])('%s cannot be withdrawn', async (_what, id, code) => {
    const { post } = await record(ann, { privacy: 'public' });
    await report(bob, post);
    const { errors } = await withdraw(cho, id(post));
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([code]);
    expect(await caseOf(post)).toEqual(['open', 1, 1]);
  });
});
