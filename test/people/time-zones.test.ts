/** PostgreSQL and Node interpret the same names of time zones in the same way. */
import { describe, expect, test } from '@jest/globals';
import { DateTime, IANAZone } from 'luxon';
import { globalId } from '../../schema/global-id.ts';
import { lastPeriod } from '../../src/domain/reports/period.ts';
import { join, newEvent, promote } from '../events/participation.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';

/*
 * A time zone means the same wherever it is computed with: in SQL (events) and in Node (reports, pages). Decisions N3.
 */
const service = await testService();
const { ann, dan } = await cast(service);

/** The names that PostgreSQL reads otherwise than ICU does, or not at all. */
const ambiguous = `
  ACT AET AGT ART AST BET BST CAT CET CNT CST CTT ECT EET IET IST MET MIT NET NST PLT PNT PRT PST SST VST WET
  Canada/East-Saskatchewan US/Pacific-New
`
  .trim()
  .split(/\s+/);

test('PostgreSQL and Node agree about every name that both know', async () => {
  const known = (await service.sql('select name from pg_timezone_names')) as { name: string }[];
  const others = [...known.map(({ name }) => name), ...Intl.supportedValuesOf('timeZone')];
  const spellings = ambiguous.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
  const names = [...new Set([...others, ...spellings])].filter((name) => IANAZone.isValidZone(name));
  expect(names.length).toBeGreaterThan(500);
  // Years that are over: of those to come the two may have other news.
  const walls = [2013, 2016, 2019, 2022].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-15T12:00:00`),
  );
  const rows = await service.sql(
    `select z.name, w.wall, extract(epoch from local_moment(w.wall::timestamp, z.name))::float8 as at
     from json_array_elements_text(?::json) z(name) cross join json_array_elements_text(?::json) w(wall)`,
    [JSON.stringify(names), JSON.stringify(walls)],
  );
  expect(rows).toHaveLength(names.length * walls.length);
  const different = (rows as { name: string; wall: string; at: number }[]).filter(
    ({ name, wall, at }) => DateTime.fromISO(wall, { zone: name }).toSeconds() !== at,
  );
  expect(different).toEqual([]);
});

describe('names that they interpret differently', () => {
  test('are stored as they were sent, and events follow the zone that Node uses', async () => {
    await promote(service, dan);
    service.clock.set('2024-06-01T00:00:00Z');
    const event = await newEvent(dan, { startDate: '2024-07-01T09:00:00', endDate: '2024-07-02T00:00:00' });
    const participation = await join(ann, event);
    for (const timezone of [...ambiguous, 'cet', 'Ist', 'us/pacific-new']) {
      const answer = await as(ann).patch(`/preferences/${ann.id}/`, { timezone });
      expect([timezone, answer.status]).toEqual([timezone, 202]);
      expect((await as(ann).get(`/preferences/${ann.id}/`)).json()).toMatchObject({ timezone });
      const starts = DateTime.fromISO('2024-07-01T09:00:00', { zone: timezone });
      const ends = DateTime.fromISO('2024-07-03T00:00:00', { zone: timezone });
      const read = async (at: DateTime) => {
        service.clock.set(at.toJSDate());
        const { data } = await as(ann).graphql<{ eventParticipant: Record<string, unknown> }>(
          'query ($id: ID!) { eventParticipant(id: $id) { startsDate endsDate active } }',
          { id: globalId('EventParticipant', participation) },
        );
        const rest = (await as(ann).get(`/event-participant/${participation}/`)).json();
        expect(rest['active']).toBe(data?.eventParticipant['active']);
        return data?.eventParticipant;
      };
      const span = { startsDate: moment(starts), endsDate: moment(ends) };
      expect([timezone, await read(starts.minus(1))]).toEqual([timezone, { ...span, active: false }]);
      expect([timezone, await read(starts)]).toEqual([timezone, { ...span, active: true }]);
      expect([timezone, await read(ends.minus(1))]).toEqual([timezone, { ...span, active: true }]);
      expect([timezone, await read(ends)]).toEqual([timezone, { ...span, active: false }]);
    }
    service.clock.set(null);
  });

  test.each(ambiguous)('%s has reports in that zone as well', async (timezone) => {
    const now = new Date('2024-07-10T00:00:00Z');
    const zone = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
    expect(lastPeriod('weekly', timezone, now)).toEqual(lastPeriod('weekly', zone, now));
    const from = lastPeriod('monthly', timezone, now).from;
    const [row] = await service.sql("select local_moment('2024-06-01', ?) = ?::timestamptz as same", [timezone, from]);
    expect(row).toEqual({ same: true });
  });
});

function moment(at: DateTime): string {
  return at.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss.000000'Z'");
}
