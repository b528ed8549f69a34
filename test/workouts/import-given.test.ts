/** What a client gives beside a GPX file takes precedence over what the file says. */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, cho } = await cast(service);
let days = 0;
const file = (metadata: string, track: string) =>
  makeGpx({ start: new Date(Date.UTC(2020, 0, (days += 1))).toISOString(), metadata, track });
const said = () =>
  file(
    '<desc>Of the file</desc><extensions><privacy>friends</privacy></extensions>',
    '<name>File</name><type>Race</type>',
  );
const silent = () => file('', '<type>trail</type>');

const importGpx = (input: Mapping) =>
  as(ann).graphql<{ importGpx: { workout: Mapping } }>(
    `mutation ($input: ImportGpxInput!) { importGpx(input: $input) { workout {
      databaseId title postBody runType sourceType privacy post { body privacy } } } }`,
    { input },
  );

describe('importGpx', () => {
  const given = { privacy: 'PRIVATE', title: 'Mine', postBody: 'My text', runType: 'SLOW' };
  const shown = { ...given, post: { body: 'My text', privacy: 'PRIVATE' } };
  const ofFile = {
    privacy: 'FRIENDS',
    title: 'File',
    postBody: 'Of the file',
    runType: 'RACE',
    sourceType: null,
    post: { body: 'Of the file', privacy: 'FRIENDS' },
  };
  const none = { privacy: 'PUBLIC', title: 'Running', postBody: '', runType: 'ENDURANCE', sourceType: 'trail' };
  test.each<[what: string, gpx: string, more: Mapping, expected: Mapping]>([
    ['everything over a file that says it too', said(), given, { ...shown, sourceType: null }],
    ['everything over a file that says nothing', silent(), given, { ...shown, sourceType: 'trail' }],
    ['nothing: the file decides', said(), {}, ofFile],
    ['null, which counts as left out', said(), { privacy: null, title: null, postBody: null, runType: null }, ofFile],
    ['nothing, and the file nothing', silent(), {}, none],
    ['an empty text', said(), { postBody: '' }, { ...ofFile, postBody: '', post: { body: '', privacy: 'FRIENDS' } }],
    [
      'a privacy over one of the file that is unknown',
      file('<extensions><privacy>secret</privacy></extensions>', ''),
      { privacy: 'FRIENDS' },
      { privacy: 'FRIENDS' },
    ],
    [
      'a title over one of the file that is too long',
      file('', `<name>${'x'.repeat(300)}</name>`),
      { title: 'Short' },
      { title: 'Short' },
    ],
  ])('takes %s', async (_what, gpx, more, expected) => {
    const { data, errors } = await importGpx({ gpx, ...more });
    expect(errors).toEqual([]);
    expect(data?.importGpx.workout).toMatchObject(expected);
    if (data?.importGpx.workout['privacy'] !== 'PUBLIC')
      expect((await as(cho).get(`/workout/${String(data?.importGpx.workout['databaseId'])}/`)).status).toBe(404);
  });

  test('names every invalid text at once, and stores nothing', async () => {
    const { errors } = await importGpx({ gpx: said(), title: ' ', postBody: 'x'.repeat(10_001) });
    const fields = { title: expect.any(String), postBody: expect.any(String) };
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID', fields } }]);
  });
});
