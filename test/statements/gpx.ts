import { expect } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, located, nextStart, nothing, sentence, status, uploaded } from './world.ts';
import type { World } from './world.ts';

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, attributeNamePrefix: '' });
type Point = { lat: string; lon: string; ele?: string; time: string };
interface File {
  gpx: Mapping & {
    metadata: { author: { name: string }; time: string };
    trk: { name: string; trkseg: { trkpt: Point[] } };
  };
}

/** A person with one workout of a GPX file, and the file that is answered for it. */
async function downloaded({ someone }: World): Promise<{ person: Person; file: File; headers: Mapping }> {
  const person = await someone();
  await uploaded(person, { start: '2024-02-03T04:05:06Z', elevation: (i) => 400 + i });
  const answer = await as(person).get(`/workout/?user=${person.id}`, { Accept: contentTypes.gpx });
  status(answer, 200);
  return { person, file: parser.parse(answer.text) as File, headers: answer.headers };
}

const patch = (person: Person, id: unknown, gpx: string, type: string = contentTypes.gpx) =>
  as(person).send('POST', `/workout/${String(id)}/`, {
    headers: { 'Content-Type': type, 'X-HTTP-Method-Override': 'PATCH' },
    body: gpx,
  });

/** Workouts as GPX files. */
export const gpx: Statements = {
  'The GPX type in Accept is answered with that type and UTF-8': async (world) => {
    const { headers } = await downloaded(world);
    expect(headers['content-type']).toBe(`${contentTypes.gpx}; charset=utf-8`);
  },
  'The root of the file is gpx of version 1.1': async (world) => {
    expect((await downloaded(world)).file.gpx).toMatchObject({ version: '1.1' });
  },
  'The root of the file has the namespace of GPX 1.1': async (world) => {
    expect((await downloaded(world)).file.gpx).toMatchObject({ xmlns: 'http://www.topografix.com/GPX/1/1' });
  },
  'The root of the file has a creator': async (world) => {
    expect((await downloaded(world)).file.gpx['creator']).toMatch(/./);
  },
  'metadata/author/name is the name of the runner': async (world) => {
    const { person, file } = await downloaded(world);
    expect(file.gpx.metadata.author.name).toBe(`${person.firstName} ${person.lastName}`);
  },
  'metadata/time is UTC without a fraction': async (world) => {
    expect((await downloaded(world)).file.gpx.metadata.time).toBe('2024-02-03T04:05:06Z');
  },
  'trk/name is the run type and the title': async (world) => {
    expect((await downloaded(world)).file.gpx.trk.name).toBe('Tempo - Morning');
  },
  'Each trkpt has lat and lon': async (world) => {
    const { trkpt } = (await downloaded(world)).file.gpx.trk.trkseg;
    expect(trkpt).toHaveLength(61);
    for (const { lat, lon } of trkpt) expect([Math.floor(Number(lat)), Number(lon)]).toEqual([47, 8.5]);
  },
  'Each trkpt has ele': async (world) => {
    const { trkpt } = (await downloaded(world)).file.gpx.trk.trkseg;
    expect(trkpt.map(({ ele }) => Number(ele))).toEqual(trkpt.map((_, i) => 400 + i));
  },
  'Each trkpt has a time in UTC with milliseconds': async (world) => {
    const { trkpt } = (await downloaded(world)).file.gpx.trk.trkseg;
    expect(trkpt[1]?.time).toBe('2024-02-03T04:05:16.000Z');
  },
  'The content type of GPX is compared with regard to case': async ({ ann }) => {
    const headers = { 'Content-Type': contentTypes.gpx.toLowerCase() };
    sentence(await as(ann).send('POST', '/workout/', { headers, body: makeGpx({ start: nextStart() }) }), 415);
  },
  'An uploaded file is answered with 201 and the Location of the workout': async ({ ann }) => {
    located(status(await as(ann).upload(makeGpx({ start: nextStart() })), 201), 'workout');
  },
  'metadata/desc becomes the text of the workout': async ({ ann }) => {
    expect(await uploaded(ann, { metadata: '<desc>Windy.</desc>' })).toMatchObject({ post_body: 'Windy.' });
  },
  'metadata/desc becomes the text of the post': async ({ ann }) => {
    const { post } = await uploaded(ann, { metadata: '<desc>Windy.</desc>' });
    expect(got(await as(ann).sendTo('GET', String(post)))).toMatchObject({ body: 'Windy.' });
  },
  'metadata/time becomes the date of the run': async ({ ann }) => {
    const start = nextStart();
    expect(await uploaded(ann, { start, time: start.replace('T00:00:00', 'T01:02:03') })).toMatchObject({
      run_date: `${start.slice(0, 10)}T01:02:03.000000`,
    });
  },
  ...each(
    ['public', 'friends', 'private'],
    (privacy) => `metadata/extensions/privacy ${privacy} is stored`,
    async ({ ann }, privacy) => {
      const metadata = `<extensions><privacy>${privacy}</privacy></extensions>`;
      expect(await uploaded(ann, { metadata })).toMatchObject({ privacy });
    },
  ),
  'Without metadata/extensions/privacy the workout is public': async ({ ann }) => {
    expect(await uploaded(ann)).toMatchObject({ privacy: 'public' });
  },
  'metadata/extensions/social_access_token shares the workout': async ({ ann, network }) => {
    network.members.set('token-gpx', { me: { id: '3' } });
    const metadata = '<extensions><social_access_token>token-gpx</social_access_token></extensions>';
    await uploaded(ann, { metadata, track: '<name>Shared file</name><type>Slow</type>' });
    const isThere = () => network.posts.some(({ message }) => message.includes('Shared file'));
    for (let i = 0; i < 500 && !isThere(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isThere()).toBe(true);
  },
  'trk/name becomes the title': async ({ ann }) => {
    expect(await uploaded(ann, { track: '<name>To the lake</name>' })).toMatchObject({ title: 'To the lake' });
  },
  ...each(
    ['Endurance', 'Tempo', 'Slow', 'Interval', 'Group', 'Elevation', 'Race', 'Indoor', 'Beach'],
    (type) => `trk/type ${type} becomes the run type`,
    async ({ ann }, type) =>
      expect(await uploaded(ann, { track: `<name>x</name><type>${type}</type>` })).toMatchObject({ run_type: type }),
  ),
  'trkpt become the points of the route': async ({ ann }) => {
    expect(await uploaded(ann)).toMatchObject({ route_points_data: expect.stringMatching(/./) });
  },
  'The distance is measured from the points': async ({ ann }) => {
    const { distance_in_meters } = await uploaded(ann, { points: 101, stepMeters: 30 });
    expect(Math.abs(Number(distance_in_meters) - 3000)).toBeLessThan(1);
  },
  'The duration is measured from the times': async ({ ann }) => {
    expect(await uploaded(ann, { points: 101, everySeconds: 10 })).toMatchObject({ duration_in_seconds: 1000 });
  },
  'A file sent again is answered with 400, code 206 and the Location of the original': async ({ ann }) => {
    const file = makeGpx({ start: nextStart() });
    const original = located(await as(ann).upload(file), 'workout');
    const answer = status(await as(ann).upload(file), 400);
    expect([answer.json(), located(answer, 'workout')]).toEqual([['206', expect.any(String)], original]);
  },
  'PATCH of a workout with a file is answered with 202 and no body': async ({ ann }) => {
    const { id } = await uploaded(ann);
    nothing(await patch(ann, id, makeGpx({ start: nextStart() })), 202);
  },
  'PATCH of a workout replaces its points': async ({ ann }) => {
    const { id, route_points_data } = await uploaded(ann);
    nothing(await patch(ann, id, makeGpx({ start: nextStart(), lat: 48, points: 101 })), 202);
    const after = got(await as(ann).get(`/workout/${String(id)}/`));
    expect(after['route_points_data']).not.toBe(route_points_data);
    expect(Math.abs(Number(after['distance_in_meters']) - 3000)).toBeLessThan(1);
  },
  'PATCH of a workout keeps its title': async ({ ann }) => {
    const { id } = await uploaded(ann);
    nothing(await patch(ann, id, makeGpx({ start: nextStart(), track: '<name>Another</name>' })), 202);
    expect(got(await as(ann).get(`/workout/${String(id)}/`))).toMatchObject({ title: 'Morning' });
  },
  'PATCH of a workout takes nothing but GPX': async ({ ann }) => {
    const { id } = await uploaded(ann);
    sentence(await patch(ann, id, '{}', 'application/json'), 415);
  },
  'PATCH of a workout requires that the user owns it': async ({ ann, bob }) => {
    const { id } = await uploaded(ann);
    status(await patch(bob, id, makeGpx({ start: nextStart() })), 401);
  },
};
