/** A dismissed case can be opened again, and cases are deleted together with accounts. */
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { leave, mutate, newStaff, queueOf, report, run, suspend } from './moderating.ts';

const service = await testService();
const staff = await newStaff(service);
const bob = await newPerson(service, 'Bob', 'Baker');
const cho = await newPerson(service, 'Cho', 'Chang');
const queue = (status?: string) => queueOf(staff, status);

test('a dismissed case is opened again when another user reports the same object', async () => {
  const [one, other] = [await newPerson(service, 'Ida', 'Irons'), await newPerson(service, 'Jon', 'Jones')];
  const { post } = await record(cho);
  const found = async (status?: string) =>
    (await queue(status)).nodes.find(({ subjectId }) => subjectId === globalId('Post', post));
  await report(one, 'reportPost', 'Post', post);
  const caseId = (await found())?.id ?? '';
  for (let i = 0; i < 2; i++)
    expect(await mutate(staff, 'dismissReport', { caseId, note: 'Fine' }, 'caseId')).toEqual({ caseId });
  await report(one, 'reportPost', 'Post', post);
  expect([await found(), (await found('DISMISSED'))?.id]).toEqual([undefined, caseId]);
  await report(other, 'reportPost', 'Post', post);
  expect(await found()).toMatchObject({ id: caseId, reportCount: 2 });
  expect(await mutate(staff, 'dismissReport', { caseId: 'nothing' }, 'caseId')).toBe('NOT_FOUND');
});

test('copies of content are deleted with the account of its author, and texts of reports with the account of the reporter', async () => {
  const kim = await newPerson(service, 'Kim', 'Keen');
  const { post } = await record(kim);
  await report(bob, 'reportPost', 'Post', post, { text: 'Bob says so' });
  await report(kim, 'reportPerson', 'User', cho.id, { text: 'Kim says so' });
  await suspend(staff, kim);
  await mutate(staff, 'unsuspendPerson', { userId: globalId('User', kim.id) }, 'isSuspended');
  await leave(kim);
  const cases = await queue('null');
  expect(JSON.stringify(cases)).not.toMatch(/Kim|Bob says so/);
  expect(
    cases.nodes.find(({ kind, subjectId }) => kind === 'PERSON' && subjectId === globalId('User', cho.id)),
  ).toMatchObject({
    reportCount: 1,
    reports: [{ reporterId: null, reporterName: '', text: '' }],
  });
  expect(
    JSON.stringify(await run(staff, '{ moderationLog(first: 100) { nodes { personName personId } } }')),
  ).not.toContain('Kim');
});
