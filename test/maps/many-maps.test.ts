/** The number of maps that are drawn at the same time is limited, and users do not wait for the maps of others. */
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { globalId } from '../../schema/global-id.ts';
import { mapSvg } from '../../src/domain/maps/draw-map.ts';
import { packTrack, thinTrack, unpackTrack } from '@runners/recordings';
import { until } from '../mail/patience.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { holdStatements } from '../support/held-statements.ts';
import { pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { recordLong } from '../workouts/long-tracks.ts';

const service = await testService();
const { ann, cho } = await cast(service);

/** URLs of a workout's map, one for each pair of edges; at most 30 of a document. */
async function urlsOf(person: Person, id: number, sizes: readonly (readonly [number, number])[]): Promise<string[]> {
  const urls: string[] = [];
  for (let from = 0; from < sizes.length; from += 30) {
    const fields = sizes
      .slice(from, from + 30)
      .map(([width, height], i) => `m${i}: staticMapUrl(width: ${width}, height: ${height})`);
    const { data } = await as(person).graphql<{ workout: Record<string, string> }>(
      `{ workout(id: "${globalId('Workout', id)}") { ${fields.join(' ')} } }`,
    );
    urls.push(...Object.values(data?.workout ?? {}));
  }
  return urls;
}

test.each([
  [100, 100, 100, 100],
  [101, 999, 200, 1000],
  [320, 240, 400, 300],
  [400, 300, 400, 300],
  [601, 401, 800, 600],
  [1000, 1000, 1000, 1000],
])('a map of %i by %i has one of the few sizes: %i by %i', async (width, height, wide, high) => {
  const { workout } = await record(ann, { points: pointsFrom(47.3, 8.5) });
  const [url = ''] = await urlsOf(ann, workout, [[width, height]]);
  const info = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata();
  expect([info.width, info.height]).toEqual([wide, high]);
});

test('all valid sizes lead to few URLs', async () => {
  const { workout } = await record(ann, { points: pointsFrom(47.3, 8.5) });
  const sizes = Array.from({ length: 300 }, (_, i) => [100 + i * 3, 1000 - i * 3] as const);
  expect(new Set(await urlsOf(ann, workout, sizes)).size).toBeLessThan(50);
});

test('a user who requests hundreds of maps does not delay another user', async () => {
  const edges = [100, 200, 300, 400];
  const sizes = edges.flatMap((width) => edges.map((height) => [width, height] as const));
  const urls: string[] = [];
  for (let i = 0; i < 8; i++) urls.push(...(await urlsOf(ann, await recordLong(service, ann, 5000 + i), sizes)));
  expect(urls).toHaveLength(128);
  const { workout } = await record(cho, { points: pointsFrom(47.3, 8.5) });
  const [own = ''] = await urlsOf(cho, workout, [[600, 400]]);
  const held = holdStatements(service, /^tracks_by_workout_ids$/);
  const answers: { status: number; wait: string | null }[] = [];
  const flood = Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      answers.push({ status: answer.status, wait: answer.headers.get('retry-after') });
    }),
  );
  // Two are drawn and 32 wait.
  await until(() => answers.length === urls.length - 34 && held.waiting() >= 2, 'the other maps to be refused');
  for (const { status, wait } of answers) expect([status, Number(wait) > 0]).toEqual([503, true]);
  expect(held.waiting()).toBe(2);
  const stranger = fetch(own).then(({ status }) => ({ status, before: answers.length }));
  // Until it waits in the line, which nobody outside can see.
  await new Promise((resolve) => setTimeout(resolve, 300));
  held.release();
  const { status, before } = await stranger;
  expect(status).toBe(200);
  expect(before).toBeLessThan(urls.length - 10);
  await flood;
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(34);
});

test('a thinned track keeps the ends of its segments, and looks the same', () => {
  const count = 100_000;
  const track = {
    latitudeE7: Int32Array.from({ length: count }, (_, i) => 470_000_000 + i * 10),
    longitudeE7: Int32Array.from({ length: count }, (_, i) => Math.round(85_000_000 + Math.sin(i / 5000) * 100_000)),
    elevation: new Float64Array(count).fill(400),
    time: Float64Array.from({ length: count }, (_, i) => i * 1000),
    segmentStarts: [0, 1, 40_000],
  };
  const packed = packTrack(track);
  const thin = thinTrack(packed, 39_000);
  expect(thin.latitudeE7.length).toBeLessThan(39_010);
  expect(thin.segmentStarts).toEqual([0, 1, 1 + 13_334]);
  expect([thin.latitudeE7.at(-1), thin.longitudeE7.at(-1)]).toEqual([
    track.latitudeE7.at(-1),
    track.longitudeE7.at(-1),
  ]);
  expect(mapSvg(thin, 600, 400).length).toBeLessThan(100_000);
  expect(thinTrack(packed, count)).toEqual(unpackTrack(packed));
  expect(() => thinTrack(packed.subarray(0, 1000), 100)).toThrow(/^packed track: /);
});
