/** Staff are told why somebody sees something. It agrees with what each viewer meets, and nobody else is told. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import { promote } from '../events/participation.ts';
import { feedsOf, lists, readsOf } from '../rules/reads.ts';
import { makeFixtures } from '../rules/fixtures.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { viewersOfAnn } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import { hide, restore, run, suspend, unsuspend } from './moderating.ts';

const service = await testService();
const { ann, viewers } = await viewersOfAnn(service);
const staff = await newPerson(service, 'Wye', 'Staff');
await promote(service, staff);
const made = await makeFixtures(ann);
const [reads, feeds] = [readsOf(service, ann), feedsOf(ann)];

interface Place {
  place: string;
  isShown: boolean;
  sentence: string;
  conditions: { name: string; holds: boolean; decides: boolean; sentence: string }[];
  seenBy: string[];
}
const document = `query ($id: ID!, $viewerId: ID) {
  explainVisibility(id: $id, viewerId: $viewerId) { place isShown sentence seenBy conditions { name holds decides sentence } }
}`;
const why = async (id: string, viewer?: Person): Promise<Place[]> => {
  const variables = { id, ...(viewer ? { viewerId: globalId('User', viewer.id) } : {}) };
  return (await run(staff, document, variables)) as Place[];
};
const placeOf = (places: readonly Place[], name: string) => places.find(({ place }) => place === name);

/** The thing of a way of reading, and the place that is explained. */
function explainedBy(row: string, one: (typeof made)['public']): [id: string, place: string] {
  const id = /route/i.test(row)
    ? globalId('Route', one.route)
    : /picture/i.test(row)
      ? globalId('Picture', one.picture)
      : /workout|trackPoints/i.test(row) && !/post/i.test(row)
        ? globalId('Workout', one.workout)
        : globalId('Post', one.post);
  const ofFeed = /\(friends\)/.test(row)
    ? 'friends'
    : /local/i.exec(row)
      ? 'local'
      : /featured/.exec(row)
        ? 'featured'
        : null;
  if (ofFeed && row in feeds) return [id, `in the ${ofFeed} feed`];
  return [
    id,
    lists.includes(row) && !id.startsWith(globalId('Picture', 1).slice(0, 8)) ? 'in lists of its owner' : 'by its id',
  ];
}

/** The kind of people of each viewer. */
const kinds: Record<Viewer, string> = {
  owner: 'owner',
  friend: 'friend',
  'friend of a friend': 'stranger',
  'former friend': 'stranger',
  'pending requester': 'stranger',
  'one she has asked': 'stranger',
  'one of the same event': 'stranger',
  'one of the same conversation': 'stranger',
  stranger: 'stranger',
  blocked: 'blocked',
  blocker: 'stranger who has blocked the owner',
  'friend who has muted her': 'friend who has muted the owner',
  'one she has muted': 'stranger',
};
const plain: Record<string, string> = {
  'friend who has muted the owner': 'friend',
  'stranger who has blocked the owner': 'stranger',
};

describe.each(Object.entries(viewers) as [Viewer, Person][])('the %s', (name, viewer) => {
  describe.each(privacies)('and a %s workout', (privacy) => {
    const all = { ...reads, ...Object.fromEntries(Object.entries(feeds).map(([row, [read]]) => [row, read])) };
    test.each(Object.entries(all))('are explained in %s as they are met there', async (row, read) => {
      const isMet = await read(as(viewer), made[privacy], viewer.id);
      const [id, place] = explainedBy(row, made[privacy]);
      const explained = placeOf(await why(id, viewer), place);
      // A feed in which it could never be is left out.
      expect([place, explained?.isShown ?? false]).toEqual([place, isMet]);
      // A rule that does not ask for what sets a kind apart has the plain kind instead.
      const kind = kinds[name];
      const isAsked = explained?.conditions.some(({ name: condition }) => kind.endsWith(` who ${condition}`)) ?? false;
      const asked = isAsked ? kind : (plain[kind] ?? kind);
      expect([place, asked, explained?.seenBy.includes(asked) ?? false]).toEqual([place, asked, isMet]);
    });
  });
});

test('the conditions are named', async () => {
  const [post] = await why(globalId('Post', made.friends.post), viewers.stranger);
  const [not, of] = [post?.sentence.slice(0, post.sentence.indexOf(' ')), 'Ann'];
  expect(post).toMatchObject({ place: 'by its id', isShown: false, seenBy: ['owner', 'friend'] });
  expect(post?.conditions.map(({ name, holds, decides, sentence }) => [name, holds, decides, sentence])).toEqual([
    ['owner', false, false, `it is not ${not}'s own`],
    ['public', false, true, 'it is for friends'],
    ['visible to friends', true, false, 'it is for friends'],
    ['friend', false, true, `${not} is no friend of ${of}`],
    ['blocked', false, false, `${of} has not blocked ${not}`],
    ['suspended', false, false, `${of} is not suspended`],
  ]);
});

describe('the sentence', () => {
  const first = (person: Person) => person.firstName;
  const of = viewers;
  const post = (privacy: keyof typeof made) => globalId('Post', made[privacy].post);
  test.each([
    ['private', of.stranger, (who: string) => `${who} doesn't see this post: it is private, and only Ann sees it.`],
    ['private', of.friend, (who: string) => `${who} doesn't see this post: it is private, and only Ann sees it.`],
    ['private', of.owner, (who: string) => `${who} sees this post: it is Ann's own.`],
    [
      'friends',
      of.stranger,
      (who: string) => `${who} doesn't see this post: it is for friends, and ${who} is no friend of Ann.`,
    ],
    ['friends', of.friend, (who: string) => `${who} sees this post: it is for friends, and ${who} is a friend of Ann.`],
    ['public', of.blocked, (who: string) => `${who} doesn't see this post: Ann has blocked ${who}.`],
    ['public', of.stranger, (who: string) => `${who} sees this post: it is public.`],
  ] as const)('says of a %s post who sees it or not, and why', async (privacy, viewer, said) => {
    expect((await why(post(privacy), viewer))[0]?.sentence).toBe(said(first(viewer)));
  });

  test('two people with the same first name are told apart', async () => {
    const other = await newPerson(service, 'Ann', 'Otherwise');
    const [place] = await why(post('private'), other);
    expect(place?.sentence).toMatch(/^Ann Otherwise doesn't see this post: .*only Ann \w+ sees it\.$/);
  });

  test('of a person says what can be met where', async () => {
    const places = await why(globalId('User', ann.id), viewers.stranger);
    expect(placeOf(places, 'birth date, weight and exact place')?.sentence).toMatch(
      /^\w+ doesn't see birth date, weight and exact place of Ann: \w+ is no friend of Ann\.$/,
    );
  });

  test('feeds in which a post can never be are left out', async () => {
    const placesOf = async (privacy: keyof typeof made) =>
      (await why(post(privacy), viewers.friend)).map(({ place }) => place);
    expect(await placesOf('private')).toEqual(['by its id', 'in lists of its owner', 'in the friends feed']);
    expect(await placesOf('public')).toContain('in the local feed');
  });

  test('is told to staff beside a null of their own, and to nobody else', async () => {
    const query = `{ post(id: "${post('private')}") { id } workout(id: "${globalId('Workout', 999_999)}") { id } me { id } }`;
    const answer = await as(staff).graphql(query);
    expect(answer.extensions['why']).toEqual([
      { path: ['post'], sentence: "Wye doesn't see this post: it is private, and only Ann sees it." },
      { path: ['workout'], sentence: 'There is no such object.' },
    ]);
    expect((await as(viewers.stranger).graphql(query)).extensions).not.toHaveProperty('why');
    expect((await as(staff).graphql('{ me { id } }')).extensions).not.toHaveProperty('why');
    const socket = await new TestSocket(staff.url).init({ authorization: staff.authorization });
    const [told] = await socket.operate(query).results.until((all) => all.length > 0);
    socket.raw.close();
    expect(told).toMatchObject({ extensions: { why: answer.extensions['why'] } });
  });

  test('beside a null says nothing of another viewer, and nothing untrue of what is not explained', async () => {
    const ofNobody = `{ explainVisibility(id: "${post('public')}", viewerId: "${globalId('User', 999_999)}") { place } }`;
    const nobody = await as(staff).graphql(ofNobody);
    expect([nobody.data, nobody.extensions]).toEqual([
      { explainVisibility: null },
      expect.not.objectContaining({ why: expect.anything() }),
    ]);
    await as(viewers.friend).post('/like/toggle/', { object_type: 'post', object_id: made.public.post });
    const { data } = await as(ann).graphql<{ notifications: { nodes: { id: string }[] } }>(
      '{ notifications(first: 1) { nodes { id } } }',
    );
    const theirs = await as(staff).graphql(`{ node(id: "${data?.notifications?.nodes[0]?.id}") { id } }`);
    expect([theirs.data, theirs.extensions['why']]).toEqual([
      { node: null },
      [{ path: ['node'], sentence: 'Nothing tells why a Notification is null.' }],
    ]);
    await as(viewers.friend).post('/like/toggle/', { object_type: 'post', object_id: made.public.post });
  });
});

test('what staff hide or suspend is explained', async () => {
  const [post, picture] = [globalId('Post', made.public.post), globalId('Picture', made.public.picture)];
  await hide(staff, 'Picture', made.public.picture);
  expect(placeOf(await why(picture, viewers.friend), 'by its id')).toMatchObject({ isShown: false, seenBy: ['owner'] });
  await restore(staff, 'Picture', made.public.picture);
  await suspend(staff, ann);
  const [explained] = await why(post, viewers.friend);
  expect(explained?.isShown).toBe(false);
  expect(explained?.conditions).toContainEqual(
    expect.objectContaining({ name: 'suspended', holds: true, decides: true }),
  );
  expect(explained?.seenBy).toEqual(['owner']);
  await unsuspend(staff, ann);
});

test('a profile says who reads which of its fields', async () => {
  const shownTo = async (viewer: Person) =>
    (await why(globalId('Profile', ann.id), viewer)).filter(({ isShown }) => isShown).map(({ place }) => place);
  const all = ['by its id', 'in lists and searches', 'birth date, weight and exact place'];
  expect(await shownTo(viewers.owner)).toEqual([...all, 'email, user name and unread counts']);
  expect(await shownTo(viewers.friend)).toEqual(all);
  expect(await shownTo(viewers.stranger)).toEqual(all.slice(0, 2));
  expect(await shownTo(viewers.blocker)).toEqual(all.slice(0, 1));
  expect(await shownTo(viewers.blocked)).toEqual([]);
});

describe('conditions about somebody else than the owner', () => {
  test('whoever either of two friends has blocked does not see the friendship', async () => {
    const [row] = await service.sql(
      'select id::int as id from friendship where accepted_date is not null and ? in (user1_id, user2_id)',
      [ann.id],
    );
    const [explained] = await why(globalId('Friendship', Number(row?.['id'])), viewers.blocked);
    expect(explained).toMatchObject({ isShown: false, seenBy: ['owner', 'friend', 'stranger'] });
  });

  test('whoever wrote a comment sees it when it is hidden', async () => {
    const answer = await as(viewers.friend).post('/comment/', { post_id: made.public.post, comment: 'Hidden soon' });
    const id = Number(/(\d+)\/$/.exec(answer.headers['location'] ?? '')?.[1]);
    const seenBy = async () => (await why(globalId('Comment', id), viewers.friend))[0]?.seenBy;
    expect(await seenBy()).toEqual(expect.arrayContaining(['owner', 'friend', 'stranger']));
    await hide(staff, 'Comment', id);
    expect(await seenBy()).toEqual(['friend who wrote the comment', 'stranger who wrote the comment']);
  });

  test('whoever wrote a message sees it when it is hidden', async () => {
    const other = viewers.friend;
    await as(ann).post('/conversation/', { message: 'Hidden soon', recipients: [other.id] });
    const [row] = await service.sql('select max(id)::int as id from message');
    const id = Number(row?.['id']);
    const explained = async (who: Person) => (await why(globalId('Message', id), who))[0];
    expect(await explained(other)).toMatchObject({ isShown: true, seenBy: expect.arrayContaining(['participant']) });
    await hide(staff, 'Message', id);
    expect(await explained(other)).toMatchObject({ isShown: false, seenBy: ['participant who wrote the message'] });
    expect(await explained(ann)).toMatchObject({ isShown: true });
  });

  test('preferences are one’s own, except over REST', async () => {
    const places = await why(globalId('Preferences', ann.id), viewers.stranger);
    expect(places.map(({ place, isShown, seenBy }) => [place, isShown, seenBy])).toEqual([
      ['by its id', false, ['owner']],
      ['over REST', true, ['owner', 'friend', 'stranger']],
    ]);
  });

  test('whoever is suspended sees nothing, and nobody is no viewer', async () => {
    const gone = await newPerson(service, 'Gus', 'Gone');
    const post = globalId('Post', made.public.post);
    await suspend(staff, gone);
    const places = await why(post, gone);
    expect(places.map(({ isShown }) => isShown)).toEqual(places.map(() => false));
    const isSuspended = expect.objectContaining({ name: 'viewer: suspended', holds: true, decides: true });
    for (const { conditions } of places) expect(conditions).toContainEqual(isSuspended);
    for (const place of ['by its id', 'in lists of its owner', 'in the friends feed'])
      expect([place, placeOf(places, place)?.seenBy]).toEqual([place, expect.arrayContaining(['owner', 'friend'])]);
    expect(await run(staff, document, { id: post, viewerId: globalId('User', 999_999) })).toBeNull();
  });
});

test('every type with a global id is explained, or its id is refused', async () => {
  for (const type of [
    'Friendship',
    'Conversation',
    'Message',
    'Comment',
    'Event',
    'EventParticipant',
    'EventSponsor',
    'ApiKey',
  ] as const)
    expect([type, await run(staff, document, { id: globalId(type, 999_999) })]).toEqual([type, null]);
  // Notifications are their reader's alone, and have no row of their own.
  expect(await run(staff, document, { id: globalId('Notification', 1) })).toBeNull();
  expect(await run(staff, document, { id: 'nonsense' })).toBeNull();
});

test.each(Object.entries(viewers))('the %s is not told', async (_name, person) => {
  const id = globalId('Post', made.public.post);
  for (const who of [person, ann]) expect(await run(who, document, { id })).toBe('NOT_STAFF');
  const { errors } = await nobody(service).graphql(document, { id });
  expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
});
