import type { Mapping } from '../support/client.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { smallJpeg } from '../pictures/images.ts';
import type { RandomWorld } from '../support/random-world.ts';

/** A file of a body. */
export interface BodyFile {
  type: string;
  bytes: Buffer;
}

/** A row that writes: the path with `#` for an id, the ids that fit, and a valid body. */
type WriteRow = [path: string, of: readonly number[], body: Mapping | BodyFile];

/** Whether a body is a file. */
export function isFile(body: Mapping | BodyFile): body is BodyFile {
  return Buffer.isBuffer((body as Partial<BodyFile>).bytes);
}

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
const gpx: BodyFile = { type: contentTypes.gpx, bytes: Buffer.from(makeGpx({ points: 6 })) };
const jpeg: BodyFile = { type: 'image/jpeg', bytes: await smallJpeg() };
const one = (known: readonly number[]) => known[0] as number;

/** The rows that write, by their labels, with requests of Ann's. */
export const writeRows = ({ ids, ann }: Pick<RandomWorld, 'ids' | 'ann'>): Readonly<Record<string, WriteRow>> => ({
  'POST /account/login/': ['/account/login/', [], { email: ann.email, password: 'wrong' }],
  'POST /account/register/': [
    '/account/register/',
    [],
    { first_name: 'A', last_name: 'B', email: 'a@example.com', password: 'a password of mine' },
  ],
  'POST /account/social/login/': ['/account/social/login/', [], { token: 'x' }],
  'POST /account/forgot_password': ['/account/forgot_password', [], { email: ann.email }],
  'POST /user/password/': ['/user/password/', [], { old_password: 'wrong', new_password: 'another password' }],
  'POST /workout/ (GPX)': ['/workout/', [], gpx],
  'POST /workout/ (JSON)': ['/workout/', [], workout],
  'PATCH /workout/[workout_id]/': ['/workout/#/', ids.Workout, gpx],
  'POST /workout/[ID]/share/': ['/workout/#/share/', ids.Workout, { social_network: 'social', token: 'x' }],
  'DELETE /workout/[workout_id]/': ['/workout/#/', ids.Workout, none],
  'DELETE /post/[post_id]/': ['/post/#/', ids.Post, none],
  'POST /comment/': ['/comment/', [], { post_id: ids.Post.at(-1), comment: 'Fine' }],
  'DELETE /comment/[comment_id]/': ['/comment/#/', ids.Comment, none],
  'POST /like/toggle/': ['/like/toggle/', [], { object_type: 'post', object_id: ids.Post.at(-1) }],
  'POST /picture/?post_id=[id]': ['/picture/?post_id=#', ids.Post, jpeg],
  'POST /user/picture/': ['/user/picture/', [], jpeg],
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
});
