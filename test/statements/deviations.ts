import { expect } from '@jest/globals';
import type { DeviationName } from '../../rest-compat/contract/deviations.ts';
import { conversationOf, say, start } from '../conversations/conversation-calls.ts';
import { join, newEvent, participant } from '../events/participation.ts';
import { comment } from '../feed/commenting.ts';
import { requestFriendship } from '../friendships/friendship-calls.ts';
import { suspend } from '../people/moderating.ts';
import { phoneJpeg } from '../pictures/images.ts';
import { addPicture, fetched, pictureOf } from '../pictures/sending.ts';
import { as, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { manyPeople } from '../support/many-people.ts';
import { pointsFrom } from '../support/routes.ts';
import { record, workoutBody } from '../support/workouts.ts';
import type { Check } from './statement.ts';
import { got, listed, located, nothing, sentence, status } from './world.ts';
import type { World } from './world.ts';

let crowd: Promise<Person[]> | undefined;
/** A thousand people, made once. */
const thousand = ({ service }: World) => (crowd ??= manyPeople(service, 1005, 'Crowd'));
const blocks = (service: World['service'], one: Person, other: Person) =>
  service.sql('insert into block (user_id, blocked_id) values (?, ?)', [one.id, other.id]);

/** What the service does instead, for each deviation of `rest-compat/contract/deviations.ts`. */
export const deviationChecks: Readonly<Record<DeviationName, Check>> = {
  'Bodies of 201': async ({ ann, someone }) => {
    const workout = status(await as(ann).post('/workout/', workoutBody()), 201);
    expect(workout.json()).toMatchObject({ id: located(workout, 'workout') });
    const request = status(await as(ann).post('/friendship/request/', { user_id: (await someone()).id }), 201);
    expect(request.json()).toMatchObject({ id: located(request, 'friendship') });
  },
  'Codes as JSON': async ({ service, ann, bob }) => {
    const wrong = await nobody(service).post('/account/login/', { email: ann.email, password: 'not this one' });
    expect(status(wrong, 400).json()).toMatchObject({ error: { code: '100' } });
    const existing = await as(ann).post('/friendship/request/', { user_id: bob.id });
    expect(status(existing, 400).json()).toMatchObject({ error: { code: '202' } });
    located(existing, 'friendship');
  },
  'Invited people': async ({ service, someone }) => {
    const inviter = await someone();
    status(await as(inviter).post('/invitation/', { email: 'nia.invited@example.com' }), 200);
    const registration = { first_name: 'Nia', last_name: 'Invited', email: 'nia.invited@example.com' };
    status(await nobody(service).post('/account/register/', { ...registration, password: 'a long password' }), 200);
    expect(got(await as(inviter).get('/me/'))).toMatchObject({ pending_friend_requests: 1 });
    const { objects } = listed(await as(inviter).get('/friendship/'));
    expect(objects).toMatchObject([{ status: 'Pending', user1: { first_name: 'Nia' } }]);
  },
  'Addresses that the network has not verified': async ({ members, someone }) => {
    const { email } = await someone();
    sentence(await members.signIn(members.join({ email, verified: false }).token), 400, 'already exists');
  },
  'First proof of an address': async ({ members, someone }) => {
    const person = await someone();
    expect((await members.signedIn(members.join({ email: person.email }).token)).id).toBe(person.id);
    nothing(await as(person).get('/me/'), 401);
  },
  'Requests that cross': async ({ someone }) => {
    const [one, other] = [await someone(), await someone()];
    const { id } = await requestFriendship(one, other);
    const answer = status(await as(other).post('/friendship/request/', { user_id: one.id }), 200);
    expect(answer.json()).toMatchObject({ id, status: 'Accepted' });
    expect(located(answer, 'friendship')).toBe(id);
  },
  'Long lists of likers': async (world) => {
    const people = await thousand(world);
    const { post } = await record(world.ann);
    for (let i = 0; i < people.length; i += 50)
      await Promise.all(
        people.slice(i, i + 50).map((one) => as(one).post('/like/toggle/', { object_type: 'post', object_id: post })),
      );
    const [first] = people;
    const { likers } = got(await as(first!).get(`/post/${post}/`)) as { likers: number[] };
    expect([likers.length, likers.includes(first!.id)]).toEqual([1000, true]);
  },
  'Large groups': async (world) => {
    const people = (await thousand(world)).slice(0, 100);
    const id = await start(world.ann, people);
    const last = people.at(-1)!;
    const { objects } = listed(await as(last).get('/conversation/inbox/'));
    const group = objects.find((one) => one['id'] === id) as { recipients: { id: number }[] };
    const shown = group.recipients.map((one) => one.id);
    expect([shown.length, shown.includes(last.id), shown.includes(world.ann.id)]).toEqual([100, true, true]);
    expect((await conversationOf(last, id)).recipients).toHaveLength(101);
  },
  'Very many workouts': async ({ service, someone }) => {
    const person = await someone();
    await service.sql(
      `insert into workout (user_id, title, post_body, run_date, run_type, duration_in_seconds, privacy, source)
       select ?, 'Run ' || n, '', timestamptz '2000-01-01' + n * interval '1 minute', 'Slow', 60, 'public', 'json'
       from generate_series(1, 20001) n`,
      [person.id],
    );
    // The schema of the answer is not compared: that takes longer than the answer itself.
    const answer = await fetch(`${service.url}/api/v1/workout/`, { headers: { Authorization: person.authorization } });
    const workouts = (await answer.json()) as { title: string }[];
    expect([workouts.length, workouts.at(-1)?.title]).toEqual([20_000, 'Run 2']);
  },
  'Long conversations and posts': async ({ service, ann, bob }) => {
    const id = await start(ann, [bob], '1');
    await service.sql(
      'insert into message (conversation_id, user_id, message) select ?, ?, i::text from generate_series(2, 1001) i',
      [id, ann.id],
    );
    const { meta, objects } = listed(await as(bob).get(`/message/?conversation=${id}`));
    expect([objects.length, objects[0]?.['message'], meta['total_count']]).toEqual([1000, '2', 1001]);
    const before = listed(await as(bob).sendTo('GET', String(meta['previous'])));
    expect(before.objects[0]?.['message']).toBe('1');
  },
  'Pages of lists': async (world) => {
    await thousand(world);
    const { meta, objects } = listed(await as(world.ann).get('/user/search/?q=crowd'));
    expect([objects.length, meta['next']]).toEqual([20, expect.any(String)]);
  },
  'Posts without a workout': async ({ ann }) => {
    const { objects } = listed(await as(ann).get(`/post/?type=profile&user_id=${ann.id}&limit=100`));
    expect(objects.filter((post) => 'post_type' in post).map(({ workout }) => workout)).toEqual([null, null]);
  },
  'Ends of a feed': async ({ someone }) => {
    const person = await someone();
    await record(person);
    expect(listed(await as(person).get('/post/')).meta).toMatchObject({ newer: null, older: null });
  },
  'Originals of others': async ({ ann, bob, run }) => {
    const bytes = await phoneJpeg(320, 240);
    const picture = await addPicture(ann, run.post, bytes);
    const seen = async (person: Person) => (await fetched((await pictureOf(person, picture.id)).original)).bytes;
    expect([(await seen(ann)).equals(bytes), (await seen(bob)).includes('SECRETMAKER')]).toEqual([true, false]);
  },
  'Things that may not be seen': async ({ service, bob, own, someone }) => {
    nothing(await as(bob).delete(`/workout/${own.workout}/`), 404);
    const [one, other] = [await someone(), await someone()];
    await blocks(service, one, other);
    for (const resource of ['user', 'profile', 'preferences'])
      nothing(await as(other).patch(`/${resource}/${one.id}/`, {}), 404);
  },
  'Shares that cannot be read': async ({ ann, run }) => {
    const share = (type: string, body: string) =>
      as(ann).send('POST', `/workout/${run.workout}/share/`, { headers: { 'Content-Type': type }, body });
    sentence(await share('application/json', '{'), 400);
    sentence(await share('text/plain', 'x'), 415);
  },
  'Values that are not known': async ({ someone }) => {
    const person = await someone();
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ latest_workout_date: null });
    const unknown = { birth_date: null, weight: null, location_lat: null, location_lng: null };
    expect(got(await as(person).get(`/profile/${person.id}/`))).toMatchObject(unknown);
  },
  'Profiles of people who are not friends': async ({ cho, someone }) => {
    const person = await someone();
    const known = { birth_date: '1990-02-28', weight: 150, location_lat: 12.3456, location_lng: 65.4321 };
    nothing(await as(person).patch(`/profile/${person.id}/`, known), 202);
    const seen = { birth_date: null, weight: null, location_lat: 12.3, location_lng: 65.4 };
    expect(got(await as(cho).get(`/profile/${person.id}/`))).toMatchObject(seen);
  },
  'Addresses of others': async ({ ann, bob }) => {
    expect(got(await as(ann).get(`/user/${bob.id}/`))).toMatchObject({ email: '' });
    expect(got(await as(bob).get(`/user/${bob.id}/`))).toMatchObject({ email: bob.email });
  },
  'Miles of an event': async ({ someone, staff }) => {
    const person = await someone();
    const event = await newEvent(staff, { startDate: '2024-03-01T00:00:00', endDate: '2099-03-05T00:00:00' });
    const id = await join(person, event);
    await record(person, { run_date: '2024-02-28T12:00:00Z', distance_in_meters: 1609.344 });
    expect(await participant(person, id)).toMatchObject({ active: true, total_miles_logged: 0 });
    await record(person, { run_date: '2024-03-02T12:00:00Z', distance_in_meters: 1609.344 });
    expect((await participant(person, id)).total_miles_logged).toBeCloseTo(1, 2);
  },
  'Addresses of an event': async ({ service, ann, staff }) => {
    const event = await newEvent(staff, { eventLogo: '', infoUrl: '' });
    await service.sql('update event set home_url = ? where id = ?', ['javascript:alert(1)', event]);
    expect(got(await as(ann).get(`/event-instance/${event}`))).toMatchObject({
      event_logo: '',
      info_url: '',
      home_url: '',
    });
  },
  'Workouts as YAML': async ({ ann }) => {
    const { parcel } = encodings.yaml(workoutBody());
    expect(parcel.headers?.['Content-Type']).toBe(contentTypes.yaml);
    status(await as(ann).send('POST', '/workout/', parcel), 201);
  },
  'Further run types': async ({ ann }) => {
    for (const run_type of ['Indoor', 'Beach']) status(await as(ann).post('/workout/', workoutBody({ run_type })), 201);
  },
  'New passwords that are not accepted': async ({ service, someone }) => {
    const person = await someone();
    for (const new_password of ['short', 'password1']) {
      const changed = await as(person).post('/user/password/', { old_password: person.password, new_password });
      expect(status(changed, 400).json()).toMatchObject({ error: { code: '100' } });
      const fields = { first_name: 'P', last_name: 'Q', email: 'weak@example.com', password: new_password };
      sentence(await nobody(service).post('/account/register/', fields), 400, 'password: ');
    }
  },
  // How many are sent in an hour is tried in test/accounts/budgets.test.ts.
  'Mails that are not sent': async ({ service, staff, someone }) => {
    const person = await someone();
    await suspend(staff, person);
    status(await nobody(service).post('/account/forgot_password', { email: person.email }), 200);
    expect(await service.sql('select 1 from password_reset where user_id = ?', [person.id])).toEqual([]);
  },
  'Suspended accounts': async ({ service, staff, someone }) => {
    const person = await someone();
    await suspend(staff, person);
    sentence(await as(person).get('/me/'), 401, 'This account is suspended.');
    const { email, password } = person;
    sentence(await nobody(service).post('/account/login/', { email, password }), 401, 'This account is suspended.');
  },
  'People who have blocked the current user': async ({ service, someone, cho }) => {
    const [reader, other] = [await someone(), await someone()];
    const group = await start(other, [reader, cho], 'Before');
    await blocks(service, other, reader);
    const shown = got(await as(reader).get(`/conversation/${group}/`));
    expect(shown).toMatchObject({
      started_by: null,
      last_message: { user: null },
      past_users_involved: [expect.any(String)],
    });
  },
  'Blocks, mutes and suspensions': async ({ service, someone, cho }) => {
    const [reader, other] = [await someone(), await someone()];
    const { post } = await record(reader);
    const written = await comment(other, post, 'Hm');
    const [conversation, group] = [await start(other, [reader]), await start(other, [reader, cho], 'Before')];
    await blocks(service, reader, other);
    await say(other, group, 'After');
    const { objects } = listed(await as(reader).get(`/message/?conversation=${group}`));
    expect(objects.map(({ message }) => message)).toEqual(['Before']);
    nothing(await as(other).get(`/comment/${written}/`), 404);
    nothing(await as(other).get(`/user/${reader.id}/`), 404);
    nothing(await as(other).post('/friendship/request/', { user_id: reader.id }), 404);
    status(await as(other).post('/invitation/', { email: reader.email }), 200);
    expect(listed(await as(reader).get('/friendship/')).objects).toEqual([]);
    status(await as(other).post('/message/', { conversation_id: conversation, message: 'Hello?' }), 400);
  },
  'Counts of other users': async ({ ann, bob }) => {
    const hidden = { pending_friend_requests: 0, unread_messages: 0 };
    expect(got(await as(ann).get('/me/'))).toMatchObject({ pending_friend_requests: 1 });
    expect(got(await as(bob).get(`/user/${ann.id}/`))).toMatchObject(hidden);
  },
  'Very many results': async (world) => {
    await thousand(world);
    const { meta, objects } = listed(await as(world.ann).get('/user/search/?q=crowd&limit=1000'));
    expect([objects.length, meta['total_count'], meta['next']]).toEqual([1000, 1000, null]);
  },
  'Points without a time or an elevation': async ({ someone }) => {
    const person = await someone();
    await record(person, { points: pointsFrom(47, 8, 3).map(({ lat, lng }) => ({ lat, lng })) });
    const { text } = await as(person).get('/workout/', { Accept: contentTypes.gpx });
    expect([text.match(/<trkpt/g)?.length, /<ele>|<trkpt[^>]*>\s*<time>/.test(text)]).toEqual([4, false]);
  },
  'Private workouts with a token': async ({ ann, network }) => {
    network.members.set('token-private', { me: { id: '77' } });
    const told = { title: 'Told', social_access_token: 'token-private' };
    await record(ann, { ...told, title: 'Untold', privacy: 'private' });
    await record(ann, told);
    const shared = () => network.posts.map(({ message }) => message).join();
    for (let i = 0; i < 500 && !shared().includes('Told'); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(shared()).not.toContain('Untold');
  },
};
