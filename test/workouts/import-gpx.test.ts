/**
 * A GPX file can be uploaded over REST.
 * Rows: `POST /workout/ (GPX)`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import type { MadeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);
let day = 0;

/** A GPX file that is no duplicate of another. */
function gpx(made: MadeGpx = {}): string {
  day += 1;
  return makeGpx({ start: new Date(Date.UTC(2020, 0, day, 6)).toISOString(), ...made });
}
const upload = async (made: MadeGpx = {}) => (await as(ann).upload(gpx(made))).json();
const count = async () => (await service.sql('select count(*) as n from workout'))[0]?.['n'];

describe('POST /workout/ (GPX)', () => {
  test('stores the workout, and answers 201 with it and its URL', async () => {
    const file = makeGpx({
      start: '2024-05-01T06:00:00Z',
      metadata: '<desc>Sunny &amp; warm\nagain 🏃</desc><extensions><privacy>friends</privacy></extensions>',
      track: '<name>Morning &lt;run&gt;</name><type>Tempo</type>',
      elevation: (i) => 400 + i,
    });
    const answer = await as(ann).upload(file);
    expect(answer.status).toBe(201);
    const workout = answer.json<Mapping & { id: number; post: string }>();
    expect(answer.headers['location']).toBe(`${service.url}/api/v1/workout/${workout.id}/`);
    expect(workout).toEqual({
      id: workout.id,
      resource_uri: `/api/v1/workout/${workout.id}/`,
      user: `/api/v1/user/${ann.id}/`,
      post: expect.stringMatching(/^\/api\/v1\/post\/\d+\/$/),
      source: 'gpx',
      title: 'Morning <run>',
      post_body: 'Sunny & warm\nagain 🏃',
      run_date: '2024-05-01T06:00:00.000000',
      run_type: 'Tempo',
      duration_in_seconds: 600,
      distance_in_meters: '1800.00',
      route_points_data: expect.stringMatching(/^_wh~G_oes@/) as unknown,
      static_map_url: expect.stringMatching(/^http:.*access_key=/) as unknown,
      privacy: 'friends',
      ...(workout['route_points_data'] === undefined ? {} : { route_points_data: workout['route_points_data'] }),
    });
    expect(workout['route_points_data']).not.toBe('');
    expect((await as(ann).get(`/workout/${workout.id}/`)).json()).toEqual(workout);
    expect((await as(ann).sendTo('GET', workout.post)).json()).toMatchObject({ body: 'Sunny & warm\nagain 🏃' });
  });

  const types: [word: string, runType: string, kept: string | null][] = [
    ['Interval', 'Interval', null],
    ['interval', 'Interval', null],
    [' BEACH ', 'Beach', null],
    ['indoor', 'Indoor', null],
    ['running', 'Endurance', 'running'],
    ['9', 'Endurance', '9'],
    ['', 'Endurance', null],
  ];
  test.each(types)('reads type %j as %s and stores %j', async (word, runType, kept) => {
    const { id } = await upload({ track: `<name>x</name><type>${word}</type>` });
    const { data } = await as(ann).graphql<{ workout: Mapping }>(
      'query ($id: ID!) { workout(id: $id) { runType sourceType } }',
      { id: Buffer.from(`Workout:${String(id)}`).toString('base64url') },
    );
    expect(data?.workout).toEqual({ runType: runType.toUpperCase(), sourceType: kept });
  });

  test('without name, type, text, privacy and time has the defaults', async () => {
    const file = gpx({ track: '', time: null });
    expect((await as(ann).upload(file)).json()).toMatchObject({
      title: 'Running',
      run_type: 'Endurance',
      post_body: '',
      privacy: 'public',
      run_date: expect.stringMatching(/^2020-.*T06:00:00\.000000$/),
    });
  });

  test.each(['public', 'friends', 'private', 'Private'])('accepts privacy %s', async (word) => {
    const made = await upload({ metadata: `<extensions><privacy>${word}</privacy></extensions>` });
    expect(made['privacy']).toBe(word.toLowerCase());
  });

  const word = (privacy: string) => `<x:privacy xmlns:x="urn:x">${privacy}</x:privacy>`;
  const inGpx = (inside: string) => (file: string) =>
    file.replace('</gpx>', `<extensions>${inside}</extensions></gpx>`);
  const inMetadata = (inside: string) => (file: string) =>
    file.replace('</metadata>', `<extensions>${inside}</extensions></metadata>`);
  const inTrack = (inside: string) => (file: string) =>
    file.replace('</trk>', `<extensions>${inside}</extensions></trk>`);
  const both = (one: (file: string) => string, other: (file: string) => string) => (file: string) => other(one(file));
  const privacies: [where: string, put: (file: string) => string, privacy: string | null][] = [
    ['gpx', inGpx(word('private')), 'private'],
    ['metadata', inMetadata(word('private')), 'private'],
    ['trk', inTrack(word('private')), 'private'],
    ['something else there', inMetadata(`<a><b>${word('friends')}</b></a>`), 'friends'],
    ['two places that agree', both(inGpx(word('friends')), inTrack(word(' FRIENDS '))), 'friends'],
    ['two places, the first closer to private', both(inMetadata(word('friends')), inGpx(word('public'))), 'friends'],
    ['two places, the second closer to private', both(inMetadata(word('public')), inTrack(word('private'))), 'private'],
    ['one place twice', inMetadata(word('private') + word('friends')), 'private'],
    ['one place, empty', inMetadata('<privacy/>'), 'public'],
    ['one place, empty, and another', both(inMetadata(word(' ')), inTrack(word('private'))), 'private'],
    ['no extensions', (file) => file.replace('<trk>', `${word('private')}<trk>`), 'public'],
    ['two places, one with an unknown word', both(inMetadata(word('private')), inGpx(word('everyone'))), null],
    ['the track, with an unknown word', inTrack(word('secret')), null],
  ];
  test.each(privacies)('accepts the privacy of %s', async (_, put, privacy) => {
    const file = put(gpx());
    const answer = await as(ann).upload(file);
    if (privacy === null) expect([answer.status, answer.text.split(':')[0]]).toEqual([400, 'privacy']);
    else expect([answer.status, answer.json()['privacy']]).toEqual([201, privacy]);
    const { data, errors } = await as(ann).graphql<{ importGpx: { workout: Mapping } }>(
      'mutation ($g: Gpx!) { importGpx(input: { gpx: $g }) { workout { privacy } } }',
      { g: put(gpx()) },
    );
    if (privacy === null) expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: expect.anything() });
    else expect(data?.importGpx.workout).toEqual({ privacy: privacy.toUpperCase() });
  });

  test('reads the name of the extension in any namespace', async () => {
    const metadata = '<extensions><x:privacy xmlns:x="urn:x">private</x:privacy></extensions>';
    expect((await upload({ metadata }))['privacy']).toBe('private');
  });

  const refused: [what: string, file: string][] = [
    ['an unknown privacy', gpx({ metadata: '<extensions><privacy>everyone</privacy></extensions>' })],
    ['a time that is none', gpx({ time: 'yesterday' })],
    ['a time to come', gpx({ time: '2999-01-01T00:00:00Z' })],
    ['no points', gpx({ points: 0 })],
    ['one point', gpx({ points: 1 })],
    ['no times', gpx({ timed: false, time: null })],
    ['a latitude out of range', gpx().replace('lat="47', 'lat="97')],
    ['a longitude out of range', gpx().replace('lon="8.5"', 'lon="188.5"')],
    ['a point without longitude', gpx().replace(' lon="8.5"', '')],
    ['a cut file', gpx().slice(0, -60)],
    ['a DOCTYPE', gpx().replace('<gpx', '<!DOCTYPE gpx [<!ENTITY x "y">]><gpx')],
    ['an unknown entity', gpx().replace('Morning', '&morning;')],
    ['JSON', '{"title": "x"}'],
    ['another root', '<kml></kml>'],
    ['a title that is too long', gpx({ track: `<name>${'x'.repeat(201)}</name>` })],
    ['a text that is too long', gpx({ metadata: `<desc>${'x'.repeat(10_001)}</desc>` })],
    ['a control character', gpx({ track: '<name>a&#127;b</name>' })],
  ];
  test.each(refused)('refuses %s with a sentence, and stores nothing', async (_what, file) => {
    const before = await count();
    const answer = await as(ann).upload(file);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).not.toBe('');
    expect(await count()).toBe(before);
  });

  test('answers 400 without a body', async () => {
    const headers = { 'Content-Type': 'application/X.service-GPX+xml' };
    expect((await as(ann).send('POST', '/workout/', { headers })).status).toBe(400);
  });

  test('reads UTF-16 and version 1.0 under any prefix', async () => {
    const old = gpx()
      .replaceAll(/<(\/?)(?=[a-z])/g, '<$1g:')
      .replace('xmlns=', 'xmlns:g=')
      .replace('GPX/1/1', 'GPX/1/0')
      .replace('"1.1"', '"1.0"');
    expect((await as(ann).upload(old)).json()).toMatchObject({ title: 'Morning', distance_in_meters: '1800.00' });
    const wide = Buffer.from(`\uFEFF${gpx({ track: '<name>Läufe</name>' }).replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect((await as(ann).upload(wide)).json()).toMatchObject({ title: 'Läufe' });
  });

  test('ignores a token when no social network is configured', async () => {
    const metadata = '<extensions><social_access_token>nonsense</social_access_token></extensions>';
    expect((await as(ann).upload(gpx({ metadata }))).status).toBe(201);
  });
});
