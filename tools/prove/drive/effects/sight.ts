import type { Check } from '../checks.ts';
import { mediaType } from '../../../../rest-compat/formats/formats.ts';
import { pngFile } from '../body.ts';
import type { Body } from '../body.ts';
import type { Driven, Driver } from '../driven.ts';
import { befriend, cast, effect, has, objectsOf } from './effect.ts';
import type { Cast } from './effect.ts';

const privacies = ['public', 'friends', 'private'] as const;
type Privacy = (typeof privacies)[number];

/** What the owner has of each privacy, and what belongs to it. */
interface Thing {
  workout: number;
  post: number;
  comment: number;
  picture: number;
  title: string;
}

const things = (to: Driven) =>
  to.once('things of each privacy', async () => {
    const { owner } = await cast(to);
    const made: Thing[] = [];
    for (const privacy of privacies) {
      const title = `Seen ${privacy}`;
      const workout = await to.create({ by: owner, path: '/workout/', body: to.run({ title, privacy }) });
      const post = await to.postOf(owner, workout);
      const comment = await to.create({ by: owner, path: '/comment/', body: { post_id: post, comment: 'Own' } });
      const picture = await to.create({ by: owner, path: `/picture/?post_id=${post}`, body: pngFile });
      made.push({ workout, post, comment, picture, title });
    }
    return made;
  });

/** Who sees what of each privacy. */
const sees: Readonly<Record<keyof Cast, readonly Privacy[]>> = {
  owner: privacies,
  friend: ['public', 'friends'],
  stranger: ['public'],
};
type Look = (to: Driven, by: Driver, thing: Thing, owner: Driver) => Promise<boolean | number>;
const one =
  (path: (thing: Thing) => string): Look =>
  async (to, by, thing) =>
    (await to.status('GET', by, path(thing))) === 200;

/** The rows that show what has a privacy, and how it is looked up whether somebody sees it. */
const looks: Readonly<Record<string, Look>> = {
  'GET /workout/[workout_id]/': one(({ workout }) => `/workout/${workout}/`),
  'GET /post/[id]/': one(({ post }) => `/post/${post}/`),
  'GET /comment/[comment_id]/': one(({ comment }) => `/comment/${comment}/`),
  'GET /comment/': one(({ post }) => `/comment/?post_id=${post}`),
  'GET /picture/[picture_id]/': one(({ picture }) => `/picture/${picture}/`),
  'GET /picture/?post_id=[id]': one(({ post }) => `/picture/?post_id=${post}`),
  'GET /workout/': (to, by, { workout }, owner) => has(to, by, `/workout/?user=${owner.id}`, workout),
  'GET /workout/ as GPX': async (to, by, { title }, owner) => {
    const call = { by, path: `/workout/?user=${owner.id}` };
    return (await to.send('GET', call, { accept: mediaType('gpx') })).body.toString().includes(title);
  },
  'GET /post/': (to, by, { post }, owner) => has(to, by, `/post/?type=profile&limit=100&user_id=${owner.id}`, post),
  'POST /comment/': async (to, by, { post }) =>
    (await to.status('POST', by, '/comment/', { post_id: post, comment: 'May I?' })) === 201,
  'POST /like/toggle/ a post': async (to, by, { post }) =>
    (await to.status('POST', by, '/like/toggle/', { object_type: 'post', object_id: post })) === 200,
  'POST /like/toggle/ a comment': async (to, by, { comment }) =>
    (await to.status('POST', by, '/like/toggle/', { object_type: 'comment', object_id: comment })) === 200,
};

const byPrivacy = Object.entries(looks).flatMap(([label, look]) =>
  (['owner', 'friend', 'stranger'] as const).map((who) =>
    effect(
      `${label}: privacy and the ${who}`,
      `Of a run that is public, for friends, and private, the ${who} sees what is ${sees[who].join(' and ')}.`,
      async (to) => {
        const people = await cast(to);
        const found: Privacy[] = [];
        for (const [i, thing] of (await things(to)).entries())
          if (await look(to, people[who], thing, people.owner)) found.push(privacies[i]!);
        return { privacy: [found, sees[who]] };
      },
    ),
  ),
);

/** Statuses of what somebody else tries to change. */
const refusedTo = (
  label: string,
  path: (thing: Thing) => string,
  statuses: readonly number[],
  body?: (to: Driven) => Body,
): Check =>
  effect(
    `${label}: of somebody else, by privacy`,
    `A friend who tries it is answered ${statuses.join(', ')} for what is public, for friends, and private.`,
    async (to) => {
      const { friend } = await cast(to);
      const found: number[] = [];
      const [method = ''] = label.split(' ', 1);
      for (const thing of await things(to)) found.push(await to.status(method, friend, path(thing), body?.(to)));
      return { status: [found, statuses] };
    },
  );

/** Checks of who sees what, and who may change it. */
export const sightChecks: readonly Check[] = [
  ...byPrivacy,
  refusedTo('DELETE /workout/[workout_id]/', ({ workout }) => `/workout/${workout}/`, [401, 401, 404]),
  refusedTo(
    'PATCH /workout/[workout_id]/',
    ({ workout }) => `/workout/${workout}/`,
    [401, 401, 404],
    (to) => to.gpx(),
  ),
  refusedTo('DELETE /post/[post_id]/', ({ post }) => `/post/${post}/`, [404, 404, 404]),
  refusedTo(
    'POST /picture/?post_id=[id]',
    ({ post }) => `/picture/?post_id=${post}`,
    [404, 404, 404],
    () => pngFile,
  ),
  ...(['owner', 'friend', 'stranger'] as const).map((who) =>
    effect(
      `GET /profile/[profile_id]: seen by the ${who}`,
      `The ${who} reads ${who === 'stranger' ? 'neither birth date nor weight, and rounded coordinates' : 'all of it'}.`,
      async (to) => {
        const people = await cast(to);
        const path = `/profile/${people.owner.id}/`;
        const place = { location_name: 'Far away', location_lat: -48.876, location_lng: -123.393 };
        const body = { birth_date: '1990-02-28', weight: 61.5, gender: 'F', ...place };
        await to.once('profile of the owner', () => to.status('PATCH', people.owner, path, body));
        const { birth_date, weight, gender, location_lat, location_lng } = await to.read(people[who], path);
        const isClose = who !== 'stranger';
        return {
          birth_date: [birth_date, isClose ? '1990-02-28' : null],
          weight: [weight, isClose ? '61.50' : null],
          gender: [gender, 'F'],
          location_lat: [location_lat, isClose ? -48.876 : -48.9],
          location_lng: [location_lng, isClose ? -123.393 : -123.4],
        };
      },
    ),
  ),
  effect(
    'GET /user/[user_id]/: seen by somebody else',
    'Nobody else reads the address and what waits for a person.',
    async (to) => {
      const { owner, friend } = await cast(to);
      const asker = await to.person('Ivo');
      await to.create({ by: asker, path: '/friendship/request/', body: { user_id: owner.id } });
      const [own, other] = [await to.read(owner, `/user/${owner.id}/`), await to.read(friend, `/user/${owner.id}/`)];
      const [full, listed] = [
        await to.read(owner, '/me/?full=1'),
        objectsOf(await to.read(friend, `/user/?friends_with=${friend.id}`))[0],
      ];
      return {
        email: [
          [own.email, other.email, listed.email],
          [owner.email, '', ''],
        ],
        pending_friend_requests: [
          [own.pending_friend_requests, other.pending_friend_requests],
          [1, 0],
        ],
        'unread_messages of others': [other.unread_messages, 0],
        'first_name and last_name': [
          [other.first_name, other.last_name],
          ['Olga', to.family],
        ],
        'stats with full=1': [full.stats?.resource_uri, own.stats],
        'preferences, profile and stats': [
          [own.preferences, own.profile, own.stats],
          ['preferences', 'profile', 'stats'].map((kind) => `/api/v1/${kind}/${owner.id}/`),
        ],
      };
    },
  ),
  effect(
    'GET /friendship/: seen by somebody else',
    'A pending friendship is seen by its two users only, and an accepted one by everybody.',
    async (to) => {
      const [asker, asked, stranger] = [await to.person('Uma'), await to.person('Vik'), await to.person('Sam')];
      const pending = await to.create({ by: asker, path: '/friendship/request/', body: { user_id: asked.id } });
      const friend = await to.person('Finn');
      const accepted = await befriend(to, asked, friend);
      const [of, exists] = [`/friendship/user/${asked.id}/`, `/friendship/exists/${asked.id}/?with_user_id=`];
      const at = (by: Driver, path: string) => to.status('GET', by, path);
      const one = `/friendship/${pending}/`;
      return {
        'pending, by id': [
          [await at(asker, one), await at(asked, one), await at(stranger, one)],
          [200, 200, 404],
        ],
        'accepted, by id': [await at(stranger, `/friendship/${accepted}/`), 200],
        'pending, listed for its user': [await has(to, asked, of, pending), true],
        'pending, listed for others': [await has(to, stranger, of, pending), false],
        'accepted, listed for others': [await has(to, stranger, of, accepted), true],
        'status=Pending of others': [await at(stranger, `${of}?status=Pending`), 400],
        'status=Pending': [await has(to, asked, `${of}?status=Pending`, pending), true],
        'status=Pending has accepted ones': [await has(to, asked, `${of}?status=Pending`, accepted), false],
        'status=Accepted has pending ones': [await has(to, asked, `${of}?status=Accepted`, pending), false],
        'exists, pending': [await at(asked, `${exists}${asker.id}`), 404],
        'exists with status=Pending': [await at(asked, `${exists}${asker.id}&status=Pending`), 200],
        'exists, accepted': [(await to.read(stranger, `${exists}${friend.id}`)).id, accepted],
        'exists, in the other direction': [
          (await to.read(stranger, `/friendship/exists/${friend.id}/?with_user_id=${asked.id}`)).id,
          accepted,
        ],
        'others end it': [await to.status('DELETE', stranger, `/friendship/${accepted}/`), 404],
        'others accept it': [await to.status('POST', stranger, '/friendship/accept/', { friendship_id: pending }), 404],
      };
    },
  ),
  effect(
    'GET /conversation/[id]/: seen by somebody else',
    'Nobody who does not take part sees a conversation or its messages, or writes in it.',
    async (to) => {
      const { owner, friend, stranger } = await cast(to);
      const id = await to.create({
        by: owner,
        path: '/conversation/',
        body: { message: 'Us', recipients: [friend.id] },
      });
      const body = { conversation_id: id, message: 'Ours' };
      const said = await to.create({ by: friend, path: '/message/', body });
      const paths = [`/conversation/${id}/`, `/message/?conversation=${id}`, `/message/${said}/`];
      const all = async (by: Driver) => {
        const statuses: number[] = [];
        for (const path of paths) statuses.push(await to.status('GET', by, path));
        return statuses;
      };
      return {
        'by a member': [await all(friend), [200, 200, 200]],
        'by a stranger': [await all(stranger), [404, 404, 404]],
        'a message of a stranger': [await to.status('POST', stranger, '/message/', body), 404],
        'read by a stranger': [
          await to.status('POST', stranger, `/conversation/${id}/read/`, { last_message_id: said }),
          404,
        ],
        'archived by a stranger': [await to.status('PATCH', stranger, `/conversation/${id}/archive/`), 404],
        'hidden by a stranger': [await to.status('PATCH', stranger, `/conversation/${id}/hide/`), 404],
        'in the inbox of a stranger': [await has(to, stranger, '/conversation/inbox/', id), false],
      };
    },
  ),
];
