/**
 * Every row that writes is called with random and damaged bodies in every format. Each request is answered in time and
 * without an internal error, and refused requests write nothing.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { table } from '../../rest-compat/table.ts';
import { smallJpeg } from '../pictures/images.ts';
import { as } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { placesReady } from '../support/places-ready.ts';
import { holds, patience } from '../support/property.ts';
import { randomWorld } from '../support/random-world.ts';
import { testService } from '../support/service.ts';
import { digestOf } from '../support/whole-digest.ts';
import { mutated, mutatedFile } from './mutated.ts';
import type { Sent } from './mutated.ts';
import { inTime } from './untouched.ts';

const service = await testService();
const { ids, people, ann } = await randomWorld(service);
await placesReady(ann);
const stored = await digestOf(service);

const one = (known: readonly number[]) => known[0] as number;
const any = fc.constantFrom(...Object.values(ids).flat(), 9_999_999);
const gpx = Buffer.from(makeGpx({ points: 6 }));
const jpeg = await smallJpeg();
const workout = {
  run_date: '2024-03-01T07:00:00Z',
  title: 'Run',
  post_body: 'Text',
  run_type: 'Tempo',
  duration_in_seconds: 60,
  distance_in_meters: 1000.5,
  privacy: 'friends',
  points: [
    { lat: 47, lng: 8, time: '2024-03-01T07:00:00Z' },
    { lat: 47.01, lng: 8, time: '2024-03-01T07:05:00Z', elev: '4' },
  ],
};
const none: Mapping = {};
const gpxFile = mutatedFile(contentTypes.gpx, gpx);
const image = mutatedFile('image/jpeg', jpeg);

/** The rows that write: the path with `#` for an id, the type of the id, and a valid body or a file. */
const rows: Record<string, [path: string, of: readonly number[], body: Mapping | fc.Arbitrary<Sent>]> = {
  'POST /account/login/': ['/account/login/', [], { email: ann.email, password: 'wrong' }],
  'POST /account/register/': [
    '/account/register/',
    [],
    { first_name: 'A', last_name: 'B', email: 'a@example.com', password: 'a password of mine' },
  ],
  'POST /account/social/login/': ['/account/social/login/', [], { token: 'x' }],
  'POST /account/forgot_password': ['/account/forgot_password', [], { email: ann.email }],
  'POST /user/password/': ['/user/password/', [], { old_password: 'wrong', new_password: 'another password' }],
  'POST /workout/ (GPX)': ['/workout/', [], gpxFile],
  'POST /workout/ (JSON)': ['/workout/', [], workout],
  'PATCH /workout/[workout_id]/': ['/workout/#/', ids.Workout, gpxFile],
  'POST /workout/[ID]/share/': ['/workout/#/share/', ids.Workout, { social_network: 'social', token: 'x' }],
  'DELETE /workout/[workout_id]/': ['/workout/#/', ids.Workout, none],
  'DELETE /post/[post_id]/': ['/post/#/', ids.Post, none],
  'POST /comment/': ['/comment/', [], { post_id: ids.Post.at(-1), comment: 'Fine' }],
  'DELETE /comment/[comment_id]/': ['/comment/#/', ids.Comment, none],
  'POST /like/toggle/': ['/like/toggle/', [], { object_type: 'post', object_id: ids.Post.at(-1) }],
  'POST /picture/?post_id=[id]': ['/picture/?post_id=#', ids.Post, image],
  'POST /user/picture/': ['/user/picture/', [], image],
  'PATCH /user/[user_id]/': ['/user/#/', ids.User, { first_name: 'Ann', last_name: 'Archer' }],
  'PATCH /preferences/[preferences_id]/': [
    '/preferences/#/',
    ids.User,
    { distance: 'miles', elevation: 'feet', timezone: 'UTC', weekly_email_report: true },
  ],
  'PATCH /profile/[profile_id]/': [
    '/profile/#/',
    ids.User,
    {
      birth_date: '1990-02-28',
      gender: 'F',
      weight: '61.5',
      weight_unit: 'pounds',
      location_name: 'Oslo',
      location_lat: 59.9,
      location_lng: 10.7,
    },
  ],
  'POST /conversation/[ID]/read/': ['/conversation/#/read/', ids.Conversation, { last_message_id: ids.Message.at(-1) }],
  'POST /conversation/': [
    '/conversation/',
    [],
    { message: 'Hello', recipients: [one(ids.User), ids.User[1], ids.User[2]] },
  ],
  'PATCH /conversation/[id]/archive/': ['/conversation/#/archive/', ids.Conversation, none],
  'PATCH /conversation/[id]/hide/': ['/conversation/#/hide/', ids.Conversation, none],
  'POST /message/': ['/message/', [], { conversation_id: one(ids.Conversation), message: 'Hello' }],
  'POST /friendship/request/': ['/friendship/request/', [], { user_id: ids.User[8] }],
  'DELETE /friendship/[friendship_id]/': ['/friendship/#/', ids.Friendship, none],
  'POST /friendship/accept/': ['/friendship/accept/', [], { friendship_id: ids.Friendship[1] }],
  'POST /invitation/': ['/invitation/', [], { email: 'somebody@example.com', name: 'Some Body' }],
  'POST /route/[id]/toggle_favorite/': ['/route/#/toggle_favorite/', ids.Route, none],
};

/** A request to any of these rows. */
const request = fc.constantFrom(...Object.entries(rows)).chain(([label, [path, of, body]]) =>
  fc.record({
    method: fc.constant(label.slice(0, label.indexOf(' '))),
    path: fc
      .oneof(
        { weight: 9, arbitrary: fc.constantFrom(...of, one([...of, 1])) },
        any,
        fc.constantFrom(0, '-1', '1e3', '9'.repeat(30)),
      )
      .map((id) => path.replace('#', String(id))),
    sent: body instanceof fc.Arbitrary ? body : mutated(body, any),
    person: fc.constantFrom(ann, ann, ...people),
  }),
);

test('every row that writes is tested', () => {
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(table)
      .filter((label) => !label.startsWith('GET '))
      .sort(),
  );
});

test(
  'whatever is sent is answered, and what is refused has written nothing',
  async () => {
    await holds(
      fc.asyncProperty(request, async ({ method, path, sent, person }) => {
        const before = await stored();
        const { status, text } = await inTime(as(person).send(method, path, sent));
        expect([status, text]).toEqual([expect.any(Number), expect.not.stringMatching(/node_modules|\bat .*\.js:\d/)]);
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(await stored()).toBe(before);
      }),
      150,
    );
    expect((await as(ann).get('/me/')).status).toBe(200);
  },
  patience,
);
