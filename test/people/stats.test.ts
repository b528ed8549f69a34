/**
 * The stats of a user over REST are updated with every change of a workout.
 * Rows: `GET /stats/[stats_id]/`.
 */
import { afterEach, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
afterEach(() => service.clock.set(null));

const empty = (id: number) => ({
  id,
  resource_uri: `/api/v1/stats/${id}/`,
  user: `/api/v1/user/${id}/`,
  avg_weekly_distance_in_meters: 0,
  best_mile_duration_in_seconds: null,
  best_5k_duration_in_seconds: null,
  best_10k_duration_in_seconds: null,
  best_half_marathon_duration_in_seconds: null,
  best_marathon_duration_in_seconds: null,
  latest_workout_date: null,
  max_distance_in_meters: '0.00',
  max_duration_in_seconds: 0,
  max_elevation_gain_in_meters: '0.00',
  total_distance_in_meters: 0,
});

describe('GET /stats/[stats_id]/', () => {
  test('has every field for a user without workouts', async () => {
    expect((await as(ann).get(`/stats/${ann.id}/`)).json()).toEqual(empty(ann.id));
  });

  test('shows the sums of all workouts, including private ones, to everyone', async () => {
    const run = (changes: Mapping) =>
      as(bob).post('/workout/', { title: 'Run', run_type: 'Race', privacy: 'private', ...changes });
    await run({ run_date: '2024-03-01T07:00:00.123456Z', duration_in_seconds: 2000, distance_in_meters: '5000.75' });
    await run({ run_date: '2024-02-01T07:00:00Z', duration_in_seconds: 3600, distance_in_meters: 10_000.5 });
    await run({ run_date: '2024-02-03T07:00:00Z', duration_in_seconds: 4000 });
    const expected = {
      ...empty(bob.id),
      best_mile_duration_in_seconds: 579,
      best_5k_duration_in_seconds: 1800,
      best_10k_duration_in_seconds: 3600,
      latest_workout_date: '2024-03-01T07:00:00.123456',
      max_distance_in_meters: '10000.50',
      max_duration_in_seconds: 4000,
      total_distance_in_meters: 15_001,
    };
    for (const viewer of [bob, ann, cho]) expect((await as(viewer).get(`/stats/${bob.id}/`)).json()).toEqual(expected);
  });

  test('averages the last 28 days over the weeks since their first workout', async () => {
    const eve = await newPerson(service, 'Eve', 'Weeks');
    const run = (run_date: string, distance_in_meters: number) =>
      as(eve).post('/workout/', {
        title: 'Run',
        run_type: 'Slow',
        duration_in_seconds: 3000,
        run_date,
        distance_in_meters,
      });
    const average = async () => (await as(eve).get(`/stats/${eve.id}/`)).json()['avg_weekly_distance_in_meters'];
    service.clock.set('2024-06-30T12:00:00Z');
    await run('2024-05-01T12:00:00Z', 40_000);
    expect(await average()).toBe(0);
    await run('2024-06-28T12:00:00Z', 7000);
    expect(await average()).toBe(7000);
    await run('2024-06-20T12:00:00Z', 6001);
    expect(await average()).toBe(6500);
    await run('2024-06-03T12:00:00Z', 5000);
    expect(await average()).toBe(4500);
    service.clock.set('2024-07-02T12:00:00Z');
    expect(await average()).toBe(6500);
    service.clock.set('2024-08-30T12:00:00Z');
    expect(await average()).toBe(0);
  });

  test('cannot be changed', async () => {
    for (const method of ['PATCH', 'PUT', 'DELETE', 'POST'])
      expect((await as(ann).send(method, `/stats/${ann.id}/`)).status).toBe(405);
  });
});

/** What a run of the test counts for: the figures that its workout's own record shows, and its best efforts. */
interface Counted {
  id: number;
  distance: number;
  duration: number;
  climb: number;
  date: string;
  best: (number | null)[];
}

describe('stats after many changes', () => {
  const bestFields = ['best_mile', 'best_5k', 'best_10k', 'best_half_marathon', 'best_marathon'].map(
    (name) => `${name}_duration_in_seconds`,
  );

  test('equal a plain computation', async () => {
    const fay = await newPerson(service, 'Fay', 'Figures');
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const kept = new Map<number, Counted>();

    /** Reads the stored figures of one workout. */
    async function counted(id: number): Promise<Counted> {
      const [row] = await service.sql('select * from workout where id = ?', [id]);
      const shown = (await as(fay).get(`/workout/${id}/`)).json<{
        distance_in_meters: string | null;
        duration_in_seconds: number;
        run_date: string;
      }>();
      return {
        id,
        distance: Number(shown.distance_in_meters ?? 0),
        duration: shown.duration_in_seconds,
        climb: Number(row?.['elevation_gain_in_meters'] ?? 0),
        date: shown.run_date,
        best: bestFields.map((field) => (row?.[field] ?? null) as number | null),
      };
    }
    const gpx = (day: number) =>
      makeGpx({
        start: new Date(Date.UTC(2024, 0, 1 + day)).toISOString(),
        points: 60 + random(200),
        stepMeters: 25 + random(20),
        elevation: (i) => 400 + 20 * Math.sin(i / 10),
      });

    for (let step = 0; step < 60; step++) {
      const ids = [...kept.keys()];
      const some = ids[random(Math.max(1, ids.length))];
      const choice = random(10);
      if (choice < 3) {
        const { id } = (await as(fay).upload(gpx(step))).json<{ id: number }>();
        kept.set(id, await counted(id));
      } else if (choice < 6 || some === undefined) {
        const answer = await as(fay).post('/workout/', {
          title: 'Run',
          run_type: 'Group',
          run_date: new Date(Date.UTC(2024, 0, 1 + step, 12)).toISOString(),
          duration_in_seconds: 1500 + random(9000),
          ...(random(4) === 0 ? {} : { distance_in_meters: 1000 + random(45_000) + random(100) / 100 }),
        });
        const { id } = answer.json<{ id: number }>();
        kept.set(id, await counted(id));
      } else if (choice < 8) {
        const parcel = { headers: { 'Content-Type': 'application/X.service-GPX+xml' }, body: gpx(step) };
        expect((await as(fay).send('PATCH', `/workout/${some}/`, parcel)).status).toBe(202);
        kept.set(some, await counted(some));
      } else {
        expect((await as(fay).delete(`/workout/${some}/`)).status).toBe(204);
        kept.delete(some);
      }
      const all = [...kept.values()];
      const most = (figure: (one: Counted) => number) => Math.max(0, ...all.map(figure));
      const fastest = (i: number) => all.flatMap(({ best }) => best[i] ?? []).sort((a, b) => a - b)[0] ?? null;
      const stats = (await as(fay).get(`/stats/${fay.id}/`)).json();
      expect([step, stats]).toEqual([
        step,
        {
          ...empty(fay.id),
          ...Object.fromEntries(bestFields.map((field, i) => [field, fastest(i)])),
          total_distance_in_meters: Math.trunc(Number(all.reduce((sum, { distance }) => sum + distance, 0).toFixed(2))),
          max_distance_in_meters: most(({ distance }) => distance).toFixed(2),
          max_duration_in_seconds: most(({ duration }) => duration),
          max_elevation_gain_in_meters: most(({ climb }) => climb).toFixed(2),
          latest_workout_date:
            all
              .map(({ date }) => date)
              .sort()
              .at(-1) ?? null,
        },
      ]);
    }
  });
});
