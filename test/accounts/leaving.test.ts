/** The mutation `deleteAccount` removes and keeps the specified data, and other users see the specified remainder. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { hashSecret, newSecret } from '../../src/domain/accounts/keys.ts';
import { sweepPictures } from '../../src/domain/pictures/sweep.ts';
import { smallJpeg } from '../pictures/images.ts';
import { addPicture, fetched } from '../pictures/sending.ts';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { holdStatements } from '../support/held-statements.ts';
import { mailsTo } from '../support/mails.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { tracesOf } from './traces.ts';

const service = await testService();
/** The same with rate limits. */
const strict = await testService({ RATE_LIMITS: 'on' });

const mutation = `mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }`;
const leave = (person: Person, password = person.password) => as(person).graphql(mutation, { password });
/** Somebody whose names occur nowhere else. */
const newcomer = (name: string) => newPerson(service, `${name}${randomUUID().slice(0, 8)}`, `${name}son`);
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
const idOf = (location = '') => Number(/(\d+)\/$/.exec(location)?.[1]);
const comment = async (who: Person, post: number, text = 'Well done') =>
  idOf((await as(who).post('/comment/', { post_id: post, comment: text })).headers.location);
const like = (who: Person, object_type: string, object_id: number) =>
  as(who).post('/like/toggle/', { object_type, object_id });
const talk = async (who: Person, to: Person[], message = 'Hello') =>
  idOf((await as(who).post('/conversation/', { message, recipients: to.map(({ id }) => id) })).headers.location);
const say = (who: Person, conversation_id: number, message: string) =>
  as(who).post('/message/', { conversation_id, message });

/** Promises money to a participant; returns the id of the post that tells of it. */
async function sponsor(who: Person, whom: Person): Promise<unknown> {
  const name = `${who.firstName} ${who.lastName}`;
  const [event] = await service.sql(
    "insert into event (name, home_url, start_date, end_date) values ('Run', 'https://example.com', '2024-01-01', '2040-01-01') returning id",
  );
  const [participant] = await service.sql(
    'insert into event_participant (event_id, user_id) values (?, ?) returning id',
    [event?.['id'], whom.id],
  );
  await service.sql('insert into event_participant (event_id, user_id) values (?, ?)', [event?.['id'], who.id]);
  const [post] = await service.sql(
    "insert into post (author_id, body, privacy, post_type, extra) values (?, ?, 'public', 'event-participant-got-sponsor', ?::jsonb) returning id",
    [whom.id, `${name} sponsors me`, JSON.stringify({ participantId: Number(participant?.['id']), sponsorName: name })],
  );
  await service.sql(
    'insert into event_sponsor (participant_id, user_id, name, amount_per_mile, accepted_date, post_id) values (?, ?, ?, 1, now(), ?)',
    [participant?.['id'], who.id, name, post?.['id']],
  );
  return post?.['id'];
}

let bob: Person;
let cho: Person;
let dan: Person;
beforeAll(async () => {
  bob = await newPerson(service, 'Bob', 'Baker');
  cho = await newPerson(service, 'Cho', 'Chang');
  dan = await newPerson(service, 'Dan', 'Dyer');
});

describe('mutation deleteAccount', () => {
  test('leaves nothing of the user in any table or file except the name in conversations with others', async () => {
    const ann = await newcomer('Annika');
    await befriend(service, ann, bob);
    await service.sql('insert into friendship (user1_id, user2_id) values (?, ?)', [cho.id, ann.id]);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?), (?, ?)', [
      ann.id,
      dan.id,
      dan.id,
      ann.id,
    ]);
    await service.sql('insert into invitation (inviter_id, email) values (?, ?), (?, ?)', [
      ann.id,
      'friend@example.com',
      bob.id,
      ann.email.toUpperCase(),
    ]);
    await service.sql('insert into password_reset values (?, ?, now())', [hashSecret(newSecret()), ann.id]);
    await service.sql("insert into report values (?, 'weekly', '2024-01-01')", [ann.id]);
    await as(ann).upload(makeGpx());
    const own = await record(ann);
    const ofBob = await record(bob);
    const own1 = await comment(ann, ofBob.post);
    await comment(ann, ofBob.post);
    const kept = await comment(bob, ofBob.post, 'Thanks');
    await comment(bob, own.post);
    await like(ann, 'post', ofBob.post);
    await like(bob, 'post', ofBob.post);
    await like(ann, 'comment', kept);
    await like(bob, 'comment', own1);
    const { original } = await addPicture(ann, own.post);
    const body = await smallJpeg();
    await as(ann).send('POST', '/user/picture/', { headers: { 'Content-Type': 'image/png' }, body });
    const { profile_image_48_url: face } = (await as(ann).get('/me/')).json<{ profile_image_48_url: string }>();
    await as(ann).graphql(
      `mutation { preparePictureUpload(input: { postId: "${globalId('Post', own.post)}" }) { upload { uploadId } } }`,
    );
    expect([(await fetched(original)).status, (await fetched(face)).status]).toEqual([200, 200]);
    const announcement = await sponsor(ann, bob);
    const { workout: mapped } = await record(ann, { points: pointsFrom(47, 8) });
    const routeOfAnn = await makeRoute(ann, mapped, { name: 'Lap' });
    const { workout: mappedOfBob } = await record(bob, { points: pointsFrom(47, 8) });
    const routeOfBob = await makeRoute(bob, mappedOfBob, { name: 'Lap' });
    await as(ann).post(`/route/${routeOfBob}/toggle_favorite/`);
    await as(bob).post(`/route/${routeOfAnn}/toggle_favorite/`);
    const [taking] = await service.sql('select id from event_participant where user_id = ?', [ann.id]);
    expect((await as(bob).get(`/event-participant/${Number(taking?.['id'])}/`)).status).toBe(200);
    await service.sql("insert into social_account (user_id, network, social_id) values (?, 'meshbook', '4711')", [
      ann.id,
    ]);
    const group = await talk(ann, [bob, cho]);
    const twoMembers = await talk(bob, [ann]);
    await say(ann, twoMembers, 'Hello, Bob');
    const monologue = await talk(ann, [bob]);
    await nobody(service).post('/account/forgot_password', { email: ann.email });
    await mailsTo(service, ann.email, 1);
    expect(await tracesOf(service, ann)).toEqual(
      expect.arrayContaining(['users.email', 'post.likers', 'conversation_member.user_id', 'picture_upload.user_id']),
    );

    expect((await leave(ann)).data).toEqual({ deleteAccount: { done: true } });

    const traces = await tracesOf(service, ann);
    expect(traces.sort()).toEqual(['conversation.past_users_involved', 'message.user_deleted_name']);
    expect([(await fetched(original)).status, (await fetched(face)).status]).toEqual([404, 404]);
    expect(await sweepPictures(service.processContext)).toBe(2);
    expect(await service.sql('select key from picture_file')).toEqual([]);
    expect((await as(bob).get(`/route/${routeOfAnn}/`)).status).toBe(404);
    expect((await as(bob).get(`/route/${routeOfBob}/`)).status).toBe(200);
    expect((await as(bob).get(`/event-participant/${Number(taking?.['id'])}/`)).status).toBe(404);
    expect(await service.sql("select id from social_account where social_id = '4711'")).toEqual([]);
    // What others had stays, and is counted right.
    const post = (await as(bob).get(`/post/${ofBob.post}/`)).json<{ comment_count: number; likers: number[] }>();
    expect([post.comment_count, post.likers]).toEqual([1, [bob.id]]);
    expect((await as(bob).get(`/comment/?post_id=${ofBob.post}`)).text).toContain('Thanks');
    for (const id of [twoMembers, monologue, group]) {
      const conversation = (await as(bob).get(`/conversation/${id}/`)).json<Record<string, unknown>>();
      expect(conversation['past_users_involved']).toEqual([nameOf(ann)]);
      expect(conversation['recipients']).toHaveLength(id === group ? 2 : 1);
      expect(conversation['started_by']).toEqual(id === twoMembers ? expect.objectContaining({ id: bob.id }) : null);
    }
    expect((await as(bob).get(`/post/${announcement}/`)).status).toBe(404);
    const messages = (await as(bob).get(`/message/?conversation=${twoMembers}`)).json<{
      objects: Record<string, unknown>[];
    }>();
    expect(messages.objects.map(({ message, user, user_deleted_name: name }) => [message, user, name])).toEqual([
      ['Hello', `/api/v1/user/${bob.id}/`, ''],
      ['Hello, Bob', null, nameOf(ann)],
    ]);
    expect((await say(bob, twoMembers, 'Are you there?')).status).not.toBe(500);
  });

  test('revokes every key at once, and the address can be registered again', async () => {
    const ann = await newcomer('Keyed');
    const { api_key: second } = (
      await nobody(service).post('/account/login/', { email: ann.email, password: ann.password })
    ).json<{ api_key: string }>();
    const phone = new Client(service.url, `Bearer ${second}`);
    expect((await phone.get('/me/')).status).toBe(200);
    expect((await leave(ann)).errors).toEqual([]);
    expect((await phone.get('/me/')).status).toBe(401);
    expect((await as(ann).get('/me/')).status).toBe(401);
    expect((await as(bob).get(`/user/${ann.id}/`)).status).toBe(404);
    const again = await nobody(service).post('/account/register/', {
      first_name: 'New',
      last_name: 'Person',
      email: ann.email,
      password: 'another password',
    });
    expect(again.status).toBe(200);
  });

  test('with a wrong password deletes nothing', async () => {
    const ann = await newcomer('Wrong');
    const { errors, data } = await leave(ann, 'not the password');
    expect([data, errors[0]?.extensions.code]).toEqual([{ deleteAccount: null }, 'OLD_PASSWORD_MISMATCH']);
    expect((await as(ann).get('/me/')).status).toBe(200);
    expect((await nobody(service).graphql(mutation, { password: 'x' })).errors[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('with a password that is replaced meanwhile deletes nothing', async () => {
    const hal = await newcomer('Hal');
    const held = holdStatements(service, /^transaction$/);
    const left = leave(hal);
    while (held.waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await service.sql("update users set password_hash = 'another' where id = ?", [hal.id]);
    held.release();
    expect((await left).errors[0]?.extensions.code).toBe('OLD_PASSWORD_MISMATCH');
    expect((await as(hal).get('/me/')).status).toBe(200);
  });

  test('counts wrong passwords of the account', async () => {
    const ann = await newPerson(strict, 'Strict', 'Strictson');
    const codes: unknown[] = [];
    for (let i = 0; i < 26; i++) codes.push((await leave(ann, 'not it')).errors[0]?.extensions.code);
    expect(codes).toEqual([...Array<string>(25).fill('OLD_PASSWORD_MISMATCH'), 'RATE_LIMITED']);
    expect((await leave(ann)).errors[0]?.extensions.code).toBe('RATE_LIMITED');
  });

  test('deletes conversations without remaining members', async () => {
    const [ann, eve] = await Promise.all([newcomer('Left'), newcomer('Right')]);
    const id = await talk(ann, [eve]);
    await say(eve, id, 'Hello');
    await Promise.all([leave(ann), leave(eve)]);
    expect(await service.sql('select id from conversation where id = ?', [id])).toEqual([]);
    expect(await service.sql('select id from message where conversation_id = ?', [id])).toEqual([]);
    expect(await tracesOf(service, ann)).toEqual([]);
    expect(await tracesOf(service, eve)).toEqual([]);
  });

  test('removes mails to the address that were not sent yet', async () => {
    const ann = await newcomer('Queued');
    const later = { to: ann.email.toUpperCase(), subject: 'Later', text: 'x', html: 'x', queuedAt: '2024-01-01' };
    await service.sql(
      "insert into pgboss.job (name, data, start_after) values ('mail', ?::jsonb, now() + interval '1 hour')",
      [JSON.stringify(later)],
    );
    await leave(ann);
    expect(await service.sql("select id from pgboss.job where data ->> 'subject' = 'Later'")).toEqual([]);
  });

  test('has an effect once when it is sent twice at the same time', async () => {
    const ann = await newcomer('Double');
    const answers = await Promise.all([leave(ann), leave(ann), leave(ann)]);
    for (const { errors } of answers)
      expect([undefined, 'INVALID_KEY', 'UNAUTHENTICATED', 'OLD_PASSWORD_MISMATCH']).toContain(
        errors[0]?.extensions.code,
      );
    expect(answers.some(({ errors }) => errors.length === 0)).toBe(true);
    expect(await tracesOf(service, ann)).toEqual([]);
  });
});
