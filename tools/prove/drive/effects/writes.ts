import type { Check } from '../checks.ts';
import { Skipped } from '../driven.ts';
import type { Driven, Driver, Json } from '../driven.ts';
import { cast, effect, has, idsOf, objectsOf, textsOf } from './effect.ts';

const postBy = async (to: Driven, by: Driver) =>
  to.postOf(by, await to.create({ by, path: '/workout/', body: to.run() }));

/** Checks of the effects of what is written, as each of the people reads it. */
export const writeChecks: readonly Check[] = [
  effect('POST /account/login/: effect', 'Its key is that of the person who signs in.', async (to) => {
    const { owner } = await cast(to);
    const { body } = await to.send('POST', {
      by: null,
      path: '/account/login/',
      body: { email: owner.email.toUpperCase(), password: owner.password },
    });
    const { username, api_key } = JSON.parse(body.toString()) as Record<string, string>;
    const by = (authorization: string) => to.status('GET', { ...owner, authorization }, '/me/');
    return {
      id: [(await to.read({ ...owner, authorization: `ApiKey ${username}:${api_key}` }, '/me/')).id, owner.id],
      username: [username === owner.email, false],
      'status with another key': [await by(`ApiKey ${username}:0${api_key?.slice(1)}x`), 401],
      'status with the name of somebody else': [await by(`ApiKey nobody:${api_key}`), 401],
    };
  }),
  effect('POST /user/password/: effect', 'Only the new password signs in afterwards.', async (to) => {
    const by = await to.register('Pat');
    const changed = { old_password: by.password, new_password: 'walks at dusk now' };
    const signIn = (password: string) =>
      to.send('POST', { by: null, path: '/account/login/', body: { email: by.email, password } });
    return {
      status: [await to.status('POST', by, '/user/password/', changed), 204],
      'status with the old password': [(await signIn(by.password)).status, 400],
      'status with the new password': [(await signIn(changed.new_password)).status, 200],
    };
  }),
  effect('PATCH /user/[user_id]/: effect', 'It changes what it names, and everybody reads it.', async (to) => {
    const { stranger, friend } = await cast(to);
    const path = `/user/${stranger.id}/`;
    const status = await to.status('PATCH', stranger, path, { first_name: 'Zoë' });
    const found = await to.read(friend, path);
    return {
      status: [status, 202],
      first_name: [found.first_name, 'Zoë'],
      last_name: [found.last_name, to.family],
      'search by first_name': [await has(to, friend, `/user/search/?q=zo%C3%AB%20${to.family}`, stranger.id), true],
    };
  }),
  ...(['preferences', 'profile'] as const).map((kind) =>
    effect(`PATCH /${kind}/[${kind}_id]/: effect`, 'It changes what it names, and nothing else.', async (to) => {
      const { owner } = await cast(to);
      const path = `/${kind}/${owner.id}/`;
      const flags = ['weekly_email_report', 'monthly_email_report', 'annually_email_report'];
      const reports = flags.flatMap((flag) => [true, false].map((value): [string, unknown] => [flag, value]));
      const changes: [field: string, value: unknown][] =
        kind === 'profile'
          ? [
              ['weight_unit', 'pounds'],
              ['weight_unit', 'kilograms'],
              ['gender', 'M'],
              ['gender', 'F'],
              ['weight', '70.25'],
            ]
          : [
              ['distance', 'kilometers'],
              ['distance', 'miles'],
              ['elevation', 'meters'],
              ['timezone', 'Asia/Tokyo'],
              ...reports,
            ];
      const seen: Record<string, [unknown, unknown]> = {};
      for (const [field, value] of changes) {
        const before = await to.read(owner, path);
        await to.status('PATCH', owner, path, { [field]: value });
        seen[`after ${field}=${String(value)}`] = [await to.read(owner, path), { ...before, [field]: value }];
      }
      return seen;
    }),
  ),
  effect('POST /comment/: effect', 'A comment is in the list and the count until it is deleted.', async (to) => {
    const { owner, friend, stranger } = await cast(to);
    const post = await postBy(to, owner);
    const make = (by: Driver, comment: string) =>
      to.create({ by, path: '/comment/', body: { post_id: post, comment } });
    const [first, second] = [await make(friend, 'First'), await make(stranger, 'Second'), await make(owner, 'Third')];
    const list = () => to.read(stranger, `/comment/?post_id=${post}`);
    const count = async () => [
      (await to.read(friend, `/post/${post}/`)).comment_count,
      (await list()).meta.total_count,
    ];
    const [all, counted] = [await list(), await count()];
    const statuses = [
      await to.status('DELETE', stranger, `/comment/${first}/`),
      await to.status('DELETE', stranger, `/comment/${second}/`),
      await to.status('DELETE', owner, `/comment/${first}/`),
    ];
    return {
      comment: [textsOf(all), ['First', 'Second', 'Third']],
      user: [objectsOf(all).map(({ user }) => user.id), [friend.id, stranger.id, owner.id]],
      post: [objectsOf(all).map((one) => one.post), [1, 2, 3].map(() => `/api/v1/post/${post}/`)],
      'comment_count and total_count': [counted, [3, 3]],
      'statuses of DELETE by others, the author, and the owner of the post': [statuses, [404, 204, 204]],
      'comment after that': [textsOf(await list()), ['Third']],
      'comment_count after that': [await count(), [1, 1]],
    };
  }),
  ...['post', 'comment'].map((kind) =>
    effect(`POST /like/toggle/: effect on a ${kind}`, '`likers` has everybody who likes it.', async (to) => {
      const { owner, friend, stranger } = await cast(to);
      const post = await postBy(to, owner);
      const id =
        kind === 'post'
          ? post
          : await to.create({ by: owner, path: '/comment/', body: { post_id: post, comment: 'Like me' } });
      const toggle = async (by: Driver) => {
        const body = { object_type: kind, object_id: id };
        const answer = await to.send('POST', { by, path: '/like/toggle/', body });
        const { liked, like_count } = JSON.parse(answer.body.toString()) as Json;
        const listed = kind === 'post' ? `/post/?type=profile&user_id=${owner.id}` : `/comment/?post_id=${post}`;
        const inList = objectsOf(await to.read(owner, listed)).find((one) => one.id === id);
        const { likers } = await to.read(stranger, `/${kind}/${id}/`);
        return { liked, like_count, likers: likers.toSorted(), inList: inList?.likers.toSorted() };
      };
      const people = [friend.id, stranger.id].toSorted();
      const is = (liked: boolean, likers: number[]) => ({ liked, like_count: likers.length, likers, inList: likers });
      return {
        'likers after the first': [await toggle(friend), is(true, [friend.id])],
        'likers after the second': [await toggle(stranger), is(true, people)],
        'likers after it is withdrawn': [await toggle(friend), is(false, [stranger.id])],
      };
    }),
  ),
  effect(
    'POST /friendship/request/: effect',
    'It is pending until it is accepted, and gone once it is ended.',
    async (to) => {
      const [asker, asked] = [await to.register('Ada'), await to.register('Ben')];
      const id = await to.create({ by: asker, path: '/friendship/request/', body: { user_id: asked.id } });
      const state = async () => {
        const own = await to.read(asker, '/friendship/');
        const theirs = await to.read(asked, '/friendship/');
        const friends = [
          await has(to, asker, `/user/?friends_with=${asked.id}`, asker.id),
          await has(to, asker, '/user/', asked.id),
          await has(to, asker, `/user/search/friends/?q=${to.family}`, asked.id),
          await has(to, asker, `/user/search/friends/?q=ada&user_id=${asked.id}&order_by=most_active`, asker.id),
        ];
        const { pending_friend_requests } = await to.read(asked, '/me/');
        return { status: [own, theirs].map((list) => objectsOf(list)[0]?.status), friends, pending_friend_requests };
      };
      const pending = await state();
      const found = await to.read(asked, `/friendship/${id}/`);
      await to.send('POST', { by: asked, path: '/friendship/accept/', body: { friendship_id: id } });
      const accepted = await state();
      const { accepted_date } = await to.read(asker, `/friendship/${id}/`);
      const ended = await to.status('DELETE', asked, `/friendship/${id}/`);
      const no = [false, false, false, false];
      return {
        pending: [pending, { status: ['Pending', 'Pending'], friends: no, pending_friend_requests: 1 }],
        'user1, user2 and requester': [
          [found.user1.id, found.user2.id, found.requester],
          [asker.id, asked.id, asker.id],
        ],
        accepted: [
          accepted,
          { status: ['Accepted', 'Accepted'], friends: no.map(() => true), pending_friend_requests: 0 },
        ],
        accepted_date: [
          [found.accepted_date, typeof accepted_date],
          [null, 'string'],
        ],
        'status of DELETE': [ended, 204],
        ended: [await state(), { status: [undefined, undefined], friends: no, pending_friend_requests: 0 }],
      };
    },
  ),
  effect('POST /invitation/: effect', 'Somebody who has an account is sent a friend request.', async (to) => {
    const [by, other] = [await to.person('Kim'), await to.register('Eve')];
    const status = await to.status('POST', by, '/invitation/', { email: other.email, name: 'Eve' });
    const [found] = objectsOf(await to.read(other, '/friendship/'));
    return {
      status: [status, 200],
      friendship: [
        [found?.status, found?.requester],
        ['Pending', by.id],
      ],
    };
  }),
  effect(
    'POST /route/[id]/toggle_favorite/: effect',
    '`is_favorite` is turned, for the current user only.',
    async (to) => {
      const [id, by, other] = [await to.id('route'), await to.ann(), await to.cho()];
      const seen = async (who: Driver) => (await to.read(who, `/route/${id}/`)).is_favorite;
      const toggle = async () => {
        const answer = await to.send('POST', { by, path: `/route/${id}/toggle_favorite/` });
        return [(JSON.parse(answer.body.toString()) as Json).is_favorite, await seen(by)];
      };
      const before = await seen(by);
      return {
        is_favorite: [await toggle(), [!before, !before]],
        'is_favorite of somebody else': [await seen(other), false],
        'is_favorite after the second': [await toggle(), [before, before]],
      };
    },
  ),
  effect('GET /event-participant/: filters', '`user_id` and `status=hot` choose participations.', async (to) => {
    const [id, by] = [await to.id('participant'), await to.ann()];
    const found = await to.read(by, `/event-participant/${id}/`);
    const own = await to.read(by, `/event-participant/?limit=0&user_id=${found.user.id}`);
    const hot = idsOf(await to.read(by, `/event-participant/?limit=0&user_id=${found.user.id}&status=hot`));
    const now = Date.now();
    const isHot = (one: Json) => {
      const [begins, ends] = [one['event-instance'].start_date, one['event-instance'].end_date].map((at) =>
        Date.parse(`${at}Z`),
      );
      return one.active || begins! > now + 86_400_000 || (ends! > now - 5 * 86_400_000 && ends! < now);
    };
    const isCold = (one: Json) =>
      !one.active && Date.parse(`${one['event-instance'].end_date}Z`) < now - 9 * 86_400_000;
    return {
      objects: [idsOf(own).includes(id), true],
      user: [objectsOf(own).filter(({ user }) => user.id !== found.user.id), []],
      'hot ones that are missing': [objectsOf(own).filter((one) => isHot(one) && !hot.includes(one.id)), []],
      'hot ones that are cold': [objectsOf(own).filter((one) => isCold(one) && hot.includes(one.id)), []],
      'objects of somebody without any': [idsOf(await to.read(by, `/event-participant/?user_id=${by.id}`)), []],
    };
  }),
  effect('GET /event-participant/[participant_id]/: without a goal', '`user_goal_in_miles` is 0 then.', async (to) => {
    const by = await to.ann();
    const list = objectsOf(await to.read(by, '/event-participant/?limit=0'));
    const one = list.find(({ user_goal_in_miles: goal }) => !(goal > 0));
    if (!one) throw new Skipped('Each participant has a goal.');
    const path = `/event-participant/${one.id}/`;
    const lineIn = async (accept: string, line: RegExp) =>
      line.exec((await to.send('GET', { by, path }, { accept })).body.toString())?.[0];
    return {
      'user_goal_in_miles in the list': [one.user_goal_in_miles, 0],
      user_goal_in_miles: [(await to.read(by, path)).user_goal_in_miles, 0],
      'user_goal_in_miles in XML': [
        await lineIn('application/xml', /<user_goal_in_miles[^>]*>[^<]*/),
        '<user_goal_in_miles type="integer">0',
      ],
      'user_goal_in_miles in YAML': [await lineIn('text/yaml', /^user_goal_in_miles:.*$/m), 'user_goal_in_miles: 0'],
    };
  }),
];
