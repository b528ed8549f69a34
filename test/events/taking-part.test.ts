/** Users can join and leave an event and sponsor participants over GraphQL, which creates posts. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { feedPage } from '../support/feeds.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import {
  change,
  code,
  fields,
  join,
  leave,
  newEvent,
  participant,
  participantId,
  participants,
  plainEvent,
  promise,
  promote,
  sponsor,
  sponsorsOf,
} from './participation.ts';

const service = await testService();
let people: Cast;
let event: number;

beforeAll(async () => {
  service.clock.set('2024-05-15T12:00:00Z');
  people = await cast(service);
  await promote(service, people.dan);
  event = await newEvent(people.dan);
});

const eventId = (id = event) => globalId('Event', id);
const ownPosts = async (person: Person) => (await feedPage(person, `type=profile&user_id=${person.id}`)).objects;

describe('joinEvent', () => {
  test('creates one participation and one post, also when called repeatedly and simultaneously', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => join(people.ann, event, { userGoalInMiles: 50 })));
    expect(new Set(ids).size).toBe(1);
    const [id = 0] = ids;
    expect(await participants(people.ann, `?user_id=${people.ann.id}`)).toMatchObject({ meta: { total_count: 1 } });
    expect(await ownPosts(people.ann)).toHaveLength(1);
    // What is not said again stays.
    expect(await join(people.ann, event, { description: 'For water' })).toBe(id);
    expect(await participant(people.ann, id)).toMatchObject({ user_goal_in_miles: 50, description: 'For water' });
    await leave(people.ann, id);
    await leave(people.ann, id);
    expect(await participant(people.ann, id)).toMatchObject({ active: false });
    expect(await join(people.ann, event)).toBe(id);
    expect(await participant(people.ann, id)).toMatchObject({ active: true, user_goal_in_miles: 50 });
    expect(await ownPosts(people.ann)).toHaveLength(1);
  });

  test('is refused once the event is over in the time zone of the user', async () => {
    const yesterday = await newEvent(people.dan, { startDate: '2024-05-14', endDate: '2024-05-14' });
    const eve = await newPerson(service, 'Eve', 'Evans');
    const joining = () => change(eve, 'joinEvent', { eventId: eventId(yesterday) });
    expect([code(await joining()), fields(await joining())]).toEqual(['INVALID', ['eventId']]);
    await as(eve).patch(`/preferences/${eve.id}/`, { timezone: 'Pacific/Pago_Pago' });
    service.clock.set('2024-05-15T10:59:59Z');
    expect((await joining()).errors).toEqual([]);
    service.clock.set('2024-05-15T12:00:00Z');
    expect(code(await change(eve, 'joinEvent', { eventId: eventId(999_999) }))).toBe('NOT_FOUND');
  });

  test('checks goal and text', async () => {
    const wrong: [Mapping, string][] = [
      [{ userGoalInMiles: -1 }, 'userGoalInMiles'],
      [{ userGoalInMiles: 100_001 }, 'userGoalInMiles'],
      [{ description: 'x'.repeat(10_001) }, 'description'],
      [{ description: '\u0007' }, 'description'],
    ];
    for (const [input, field] of wrong) {
      const answer = await change(people.bob, 'joinEvent', { eventId: eventId(), ...input });
      expect([code(answer), fields(answer)]).toEqual(['INVALID', [field]]);
    }
  });
});

describe('updateParticipation and leaveEvent', () => {
  test("change only one's own participation; null removes the goal", async () => {
    const id = await join(people.bob, event, { description: 'a', userGoalInMiles: 7 });
    const input = { id: participantId(id) };
    for (const mutation of ['updateParticipation', 'leaveEvent'])
      expect(code(await change(people.ann, mutation, input))).toBe('NOT_YOURS');
    expect(code(await change(people.ann, 'leaveEvent', { id: participantId(999_999) }))).toBe('NOT_FOUND');
    await change(people.bob, 'updateParticipation', { ...input, description: 'b' });
    expect(await participant(people.bob, id)).toMatchObject({ description: 'b', user_goal_in_miles: 7 });
    await change(people.bob, 'updateParticipation', { ...input, userGoalInMiles: null });
    expect(await participant(people.bob, id)).toMatchObject({ description: 'b', user_goal_in_miles: 0 });
  });
});

describe('sponsorParticipant', () => {
  test('creates one promise for each account, which the participant has to accept', async () => {
    const runner = await newPerson(service, 'Rita', 'Runner');
    const id = await join(runner, event);
    const promises = await Promise.all(Array.from({ length: 6 }, () => promise(people.cho, id, 0.5, 'Acme')));
    expect(new Set(promises).size).toBe(1);
    const [acme = ''] = promises;
    await promise(people.bob, id, 0.05);
    // Neither shown, nor counted, nor posted; the sponsor sees their own, the participant all.
    expect(await participant(people.ann, id)).toMatchObject({ amount_per_mile: 0.25 });
    expect(await ownPosts(runner)).toHaveLength(1);
    const none = { totalCount: 0, nodes: [] };
    expect(await sponsorsOf(people.ann, id)).toEqual({ sponsors: none, waitingSponsors: null, viewerPromise: null });
    expect(await sponsorsOf(people.cho, id)).toMatchObject({ waitingSponsors: null, viewerPromise: { name: 'Acme' } });
    expect(await sponsorsOf(runner, id)).toEqual({
      sponsors: none,
      waitingSponsors: {
        totalCount: 2,
        nodes: [{ name: 'Acme', acceptedDate: null }],
        pageInfo: { hasNextPage: true },
      },
      viewerPromise: null,
    });
    const node = async (viewer: Person) =>
      (await as(viewer).graphql('query ($id: ID!) { node(id: $id) { ... on EventSponsor { name } } }', { id: acme }))
        .data;
    expect(await node(people.ann)).toEqual({ node: null });
    expect(await node(people.cho)).toEqual({ node: { name: 'Acme' } });

    expect(code(await change(people.cho, 'acceptSponsor', { id: acme }))).toBe('NOT_YOURS');
    expect(code(await change(people.ann, 'acceptSponsor', { id: acme }))).toBe('NOT_FOUND');
    await Promise.all([1, 2, 3].map(() => change(runner, 'acceptSponsor', { id: acme })));
    expect(await node(people.ann)).toEqual({ node: { name: 'Acme' } });
    expect(await participant(people.ann, id)).toMatchObject({ amount_per_mile: 0.75 });
    expect(await ownPosts(runner)).toHaveLength(2);
    // Another amount counts at once; another name has to be accepted again, and is then told by one post.
    expect(await promise(people.cho, id, 1.5, 'ACME')).toBe(acme);
    expect(await participant(people.ann, id)).toMatchObject({ amount_per_mile: 1.75 });
    expect(await promise(people.cho, id, 1.5, 'Vote for hate')).toBe(acme);
    expect(await participant(people.ann, id)).toMatchObject({ amount_per_mile: 0.25 });
    expect(JSON.stringify(await ownPosts(runner))).not.toContain('hate');
    await promise(people.cho, id, 1.5, 'Acme & Sons');
    expect((await change(runner, 'acceptSponsor', { id: acme })).errors).toEqual([]);
    expect(JSON.stringify(await ownPosts(runner))).toContain('Acme & Sons sponsors me');
    expect(await ownPosts(runner)).toHaveLength(2);
  });

  test('can be declined, removed with its post, and withdrawn by these two users only', async () => {
    const runner = await newPerson(service, 'Rosa', 'Runner');
    const id = await join(runner, event);
    const waiting = await promise(people.cho, id, 1);
    expect(code(await change(people.ann, 'removeSponsor', { id: waiting }))).toBe('NOT_FOUND');
    expect((await change(runner, 'removeSponsor', { id: waiting })).errors).toEqual([]);
    expect(code(await change(runner, 'acceptSponsor', { id: waiting }))).toBe('NOT_FOUND');
    await sponsor(people.cho, runner, id, 1);
    const { data } = await as(people.ann).graphql<{ eventParticipant: { sponsors: { nodes: { id: string }[] } } }>(
      'query ($id: ID!) { eventParticipant(id: $id) { sponsors { nodes { id } } } }',
      { id: participantId(id) },
    );
    const [accepted] = data?.eventParticipant.sponsors.nodes ?? [];
    expect(code(await change(people.ann, 'removeSponsor', { id: accepted?.id }))).toBe('NOT_FOUND');
    expect(await ownPosts(runner)).toHaveLength(2);
    expect((await change(runner, 'removeSponsor', { id: accepted?.id })).errors).toEqual([]);
    expect(await ownPosts(runner)).toHaveLength(1);
    expect(await participant(people.ann, id)).toMatchObject({ amount_per_mile: 0.25 });
    const again = await promise(people.cho, id, 1);
    expect((await change(people.cho, 'removeSponsor', { id: again })).errors).toEqual([]);
    expect(await sponsorsOf(people.cho, id)).toMatchObject({ viewerPromise: null });
  });

  test('is refused for participants who have left, are done, or have blocked the sponsor, and for invalid amounts', async () => {
    const runner = await newPerson(service, 'Rob', 'Runner');
    const id = await join(runner, event);
    const promised = (amountPerMile: number) =>
      change(people.cho, 'sponsorParticipant', { participantId: participantId(id), amountPerMile });
    for (const amount of [0, -1, 0.004, 10_000.01, 1e300])
      expect(fields(await promised(amount))).toEqual(['amountPerMile']);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [runner.id, people.cho.id]);
    expect(code(await promised(1))).toBe('NOT_FOUND');
    await service.sql('delete from block');
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.cho.id, runner.id]);
    expect(code(await promised(1))).toBe('BLOCKED');
    await service.sql('delete from block');
    await leave(runner, id);
    expect(fields(await promised(1))).toEqual(['participantId']);
    await join(runner, event);
    service.clock.set('2024-06-01T00:00:00Z');
    expect(fields(await promised(1))).toEqual(['participantId']);
    service.clock.set('2024-05-15T12:00:00Z');
  });
});

describe('the posts', () => {
  test('about joining and about a sponsor contain everything that the interface shows, and a readable text', async () => {
    const runner = await newPerson(service, 'Rex', 'Runner');
    await record(runner);
    const id = await join(runner, event);
    await sponsor(people.ann, runner, id, 0.5, 'Łukasz & "Co" 🏃');
    const [second, first, plain] = await ownPosts(runner);
    const about = {
      event_logo: plainEvent.eventLogo,
      event_name: 'Run for Water',
      home_url: plainEvent.homeUrl,
      info_url: plainEvent.infoUrl,
      participant_page_url: `${service.url}/participants/${id}`,
    };
    expect(first).toMatchObject({ workout: null, post_type: 'registered-for-event' });
    expect(first?.['extra']).toEqual(about);
    expect(first?.['body']).toBe(
      `I am taking part in “Run for Water”. Follow my miles: ${service.url}/participants/${id}`,
    );
    expect(second).toMatchObject({ workout: null, post_type: 'event-participant-got-sponsor' });
    expect(second?.['extra']).toEqual({ ...about, amount_per_mile: '0.50', sponsor_name: 'Łukasz & "Co" 🏃' });
    const asked = `{ post(id: "${globalId('Post', second?.id ?? 0)}") { extra { ... on EventParticipantGotSponsor { promisedPerMile } } } }`;
    expect((await as(people.cho).graphql(asked)).data).toEqual({ post: { extra: { promisedPerMile: 0.5 } } });
    expect(second?.['body']).toContain('Łukasz & "Co" 🏃 sponsors me with 0.50 for each mile of “Run for Water”.');
    expect(Object.keys(plain ?? {})).not.toContain('extra');
    expect(Object.keys(plain ?? {})).not.toContain('post_type');
    for (const format of ['json', 'xml', 'yaml'])
      for (const post of [first, second, plain])
        expect(wireValue(await as(people.cho).get(`/post/${post?.id}/?format=${format}`))).toEqual(post);
    const [xml, yaml] = [
      (await as(people.cho).get(`/post/${second?.id}/?format=xml`)).text,
      (await as(people.cho).get(`/post/${second?.id}/?format=yaml`)).text,
    ];
    expect(xml).toContain('<extra type="hash"><amount_per_mile>0.50</amount_per_mile><event_logo>https://water.');
    expect(xml).toContain('<sponsor_name>Łukasz &amp; "Co" 🏃</sponsor_name></extra>');
    expect(xml).toContain('<post_type>event-participant-got-sponsor</post_type>');
    expect(xml).toContain('<workout type="null"/>');
    expect(yaml).toMatch(/^extra:\n {2}amount_per_mile: '0\.50'\n {2}event_logo: /m);
    expect(yaml).toMatch(/^post_type: event-participant-got-sponsor$/m);
  });

  test('have a union type in GraphQL, and cause no further statement in the feed', async () => {
    const document = `{ feed(type: PROFILE) { nodes { workout { title } extra { __typename
      ... on EventPostExtra { eventName participantPageUrl } ... on EventParticipantGotSponsor { amountPerMile sponsorName } } } } }`;
    const { data, errors } = await as(people.ann).graphql(document);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ feed: { nodes: [{ workout: null, extra: { __typename: 'RegisteredForEvent' } }] } });
    expect(await countStatements(service, () => feedPage(people.ann))).toEqual(['feed_friends_older']);
  });

  test('can be liked, commented on and deleted like other posts', async () => {
    const [post] = await ownPosts(people.ann);
    const id = post?.id ?? 0;
    expect((await as(people.cho).post('/comment/', { post_id: id, comment: 'Go!' })).status).toBe(201);
    expect((await as(people.cho).post('/like/toggle/', { object_type: 'post', object_id: id })).status).toBe(200);
    expect((await as(people.ann).delete(`/post/${id}/`)).status).toBe(204);
    expect(await participants(people.ann, `?user_id=${people.ann.id}`)).toMatchObject({ meta: { total_count: 1 } });
  });
});

describe('events', () => {
  test('are listed with their participants in a fixed number of statements', async () => {
    await join(people.cho, event);
    const document = `query ($n: Int) { events(first: $n) { totalCount nodes { name viewerParticipation { databaseId }
      participants(first: 2) { totalCount nodes { user { firstName } event { name } totalMilesLogged } pageInfo { hasNextPage } } } } }`;
    const ask = (n: number) => as(people.ann).graphql(document, { n });
    const { data, errors } = await ask(20);
    expect(errors).toEqual([]);
    const { events } = data as { events: { totalCount: number; nodes: Mapping[] } };
    expect(events.totalCount).toBe(2);
    expect(events.nodes.map(({ name }) => name)).toEqual(['Run for Water', 'Run for Water']);
    expect(events.nodes[1]).toMatchObject({
      participants: { totalCount: 7, nodes: [{ user: { firstName: 'Cho' } }, {}], pageInfo: { hasNextPage: true } },
    });
    const all = ['listed_events', 'participant_counts', 'participants_of_events', 'participations_in'];
    expect(await countStatements(service, () => ask(20))).toEqual(all);
    expect(await countStatements(service, () => ask(1))).toEqual([
      'event_count',
      'listed_events',
      'participants_of_events',
      'participations_in',
    ]);
  });

  test('participants and routes are nodes', async () => {
    const id = await join(people.cho, event);
    const { data } = await as(people.ann).graphql(
      'query ($a: ID!, $b: ID!) { a: node(id: $a) { __typename databaseId } b: node(id: $b) { __typename databaseId ... on Event { name } } }',
      { a: participantId(id), b: eventId() },
    );
    expect(data).toEqual({
      a: { __typename: 'EventParticipant', databaseId: id },
      b: { __typename: 'Event', databaseId: event, name: 'Run for Water' },
    });
  });

  test('require a key', async () => {
    const { url } = service;
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ events { nodes { name } } }' }),
    });
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});
