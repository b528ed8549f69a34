/** Only staff can create and edit events, and mark users as featured. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { feedPage } from '../support/feeds.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { code, fields, join, newEvent, participant, plainEvent, promote } from './participation.ts';

const service = await testService();
let people: Cast;
let event: number;

beforeAll(async () => {
  service.clock.set('2024-05-15T12:00:00Z');
  people = await cast(service);
  await promote(service, people.dan);
  event = await newEvent(people.dan);
  await record(people.bob);
});

const eventId = (id = event) => globalId('Event', id);

describe('operations of the staff', () => {
  const create = (person: Person, input: Mapping) =>
    as(person).graphql('mutation ($i: CreateEventInput!) { createEvent(input: $i) { event { id } } }', { i: input });
  const edit = (person: Person, input: Mapping) =>
    as(person).graphql(
      'mutation ($i: EditEventInput!) { editEvent(input: $i) { event { name homeUrl startDate endDate amountPerMile } } }',
      { i: { id: eventId(), ...input } },
    );

  test('are refused to other users', async () => {
    expect(code(await create(people.ann, plainEvent))).toBe('NOT_STAFF');
    expect(code(await edit(people.ann, { name: 'x' }))).toBe('NOT_STAFF');
    const mark = 'mutation ($i: MarkFeaturedInput!) { markFeatured(input: $i) { user { databaseId } } }';
    const input = (id: number) => ({ i: { userId: globalId('User', id), featured: true } });
    expect(code(await as(people.ann).graphql(mark, input(people.ann.id)))).toBe('NOT_STAFF');
    expect(code(await as(people.dan).graphql(mark, input(999_999)))).toBe('NOT_FOUND');
    const before = (await feedPage(people.cho, 'type=featured')).objects.length;
    expect((await as(people.dan).graphql(mark, input(people.bob.id))).errors).toEqual([]);
    expect((await feedPage(people.cho, 'type=featured')).objects.length).toBeGreaterThan(before);
  });

  test('require dates without a zone, web addresses, and amounts', async () => {
    const wrong: [Mapping, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ homeUrl: '' }, 'homeUrl'],
      [{ homeUrl: 'javascript:alert(1)' }, 'homeUrl'],
      [{ homeUrl: 'ftp://a.example/' }, 'homeUrl'],
      [{ homeUrl: 'https://user:secret@a.example/' }, 'homeUrl'],
      [{ homeUrl: 'https://a.example/ b' }, 'homeUrl'],
      [{ homeUrl: 'https:a.example' }, 'homeUrl'],
      [{ homeUrl: String.raw`https:\\a.example` }, 'homeUrl'],
      [{ eventLogo: 'data:image/png;base64,AAAA' }, 'eventLogo'],
      [{ infoUrl: '//a.example/' }, 'infoUrl'],
      [{ infoUrl: `https://a.example/${'x'.repeat(2000)}` }, 'infoUrl'],
      [{ startDate: '2024-06-01', endDate: '2024-05-31' }, 'endDate'],
      [{ startDate: '0001-01-01' }, 'startDate'],
      [{ endDate: '9999-12-31' }, 'endDate'],
      [{ amountPerMile: -0.01 }, 'amountPerMile'],
      [{ amountPerMile: 10_001 }, 'amountPerMile'],
    ];
    for (const [input, field] of wrong) {
      const answers = [await create(people.dan, { ...plainEvent, ...input }), await edit(people.dan, input)];
      for (const answer of answers) expect([input, code(answer), fields(answer)]).toEqual([input, 'INVALID', [field]]);
    }
    for (const startDate of [
      '2024-05-01T00:00:00Z',
      '2024-05-01T00:00:00+02:00',
      '2024-02-30',
      '2024-05-01T24:00',
      'soon',
    ]) {
      const { errors } = await create(people.dan, { ...plainEvent, startDate });
      expect(errors).not.toEqual([]);
    }
  });

  test('change only the given fields, and the figures of all participants', async () => {
    const id = await join(people.cho, event);
    const before = await participant(people.cho, id);
    const { data } = await edit(people.dan, { name: 'Run for more', amountPerMile: 0.5 });
    expect(data).toEqual({
      editEvent: {
        event: {
          name: 'Run for more',
          homeUrl: plainEvent.homeUrl,
          startDate: '2024-05-01T00:00:00.000000',
          endDate: '2024-05-31T00:00:00.000000',
          amountPerMile: 0.5,
        },
      },
    });
    const now = await participant(people.cho, id);
    expect(now.amount_per_mile).toBeCloseTo(before.amount_per_mile + 0.25);
    expect(now['event-instance']['name']).toBe('Run for more');
    await edit(people.dan, { name: plainEvent.name, amountPerMile: 0.25 });
  });

  test.each([
    'javascript:alert(1)',
    ' https://a.example/',
    'https://you@a.example/',
    'https://a.example/\njavascript:alert(1)',
    'data:text/html,x',
  ])(
    'an address that was stored before there was a rule is shown by neither interface, nor on a page: %j',
    async (old) => {
      const made = await newEvent(people.dan);
      const runner = await newPerson(service, 'Old', `Event${made}`);
      const id = await join(runner, made);
      const columns = ['event_logo', 'home_url', 'info_url'];
      await service.sql(`update event set ${columns.map((name) => `${name} = ?`).join(', ')} where id = ?`, [
        old,
        old,
        old,
        made,
      ]);
      const extra = JSON.stringify({ eventName: 'Old', eventLogo: old, homeUrl: old, infoUrl: old, participantId: id });
      await service.sql('update post set extra = ?::jsonb where author_id = ?', [extra, runner.id]);
      const document = `{
      event(id: "${eventId(made)}") { eventLogo homeUrl infoUrl }
      events(first: 1) { nodes { eventLogo homeUrl infoUrl } }
      eventParticipant(id: "${globalId('EventParticipant', id)}") { event { eventLogo homeUrl infoUrl } }
      feed(type: PROFILE, userId: "${globalId('User', runner.id)}") { nodes { extra { ... on RegisteredForEvent { eventLogo homeUrl infoUrl } } } }
    }`;
      const rest = [
        `/event-instance/${made}/`,
        `/event-participant/${id}/`,
        `/post/?type=profile&user_id=${runner.id}`,
      ];
      const shown = [
        JSON.stringify(await as(runner).graphql(document)),
        ...(await Promise.all(rest.map(async (path) => (await as(runner).get(path)).text))),
      ];
      for (const text of shown) {
        expect(text).toMatch(/"home_?url": ?""/i);
        expect(text).not.toContain(JSON.stringify(old).slice(1, -1));
      }
      const { status, text } = await nobody(service).sendTo('GET', `/participants/${id}`);
      expect([status, text.includes('href=')]).toEqual([200, false]);
    },
  );
});
