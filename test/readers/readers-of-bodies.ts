import { readWorkoutFile } from '../../src/domain/tracks/workout-file.ts';
import { readRecording } from '@runners/recordings';
import { checkSize, readForm, readJson, readXml, readYaml } from '@runners/wire';
import { readFields } from '../../rest-compat/fields.ts';
import { readLargeBody } from '../../schema/transport/large-body.ts';
import { bytes, header } from './reader.ts';
import type { Reader } from './reader.ts';

const gpx = (points: string) => [`<gpx version="1.1"><trk><trkseg>${points}`, '</trkseg></trk></gpx>'] as const;
const allGpx = [['', ''], gpx(''), gpx('<trkpt lat="'), gpx('<trkpt lat="1" lon="2"><time>')] as const;
const tcx = [
  '<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track><Trackpoint>',
  '</Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>',
] as const;
/** The header of a FIT file that does not say how long it is. */
const fitHeader = Buffer.from('\x0c\x10\0\0\0\0\0\0.FIT', 'latin1');
/** What comes of a recording; one that is malformed is refused. */
const recording = (content: Buffer) => {
  try {
    return readRecording(content, { maxPoints: 1_000_000 });
  } catch (error) {
    return error;
  }
};
const inputs = { fields: new Map(), variables: new Map() } as unknown as Parameters<typeof readLargeBody>[1];

/** What reads bodies of requests. */
export const readersOfBodies: Readonly<Record<string, Reader>> = {
  'a form': { of: ['packages/wire/form/read.ts#readForm'], read: (text) => readForm(bytes(text)) },
  'a form in ISO-8859-1': { of: [], read: (text) => readForm(Buffer.from(text, 'latin1'), undefined, 'iso-8859-1') },
  JSON: {
    of: ['packages/wire/json/read.ts#readJson', 'packages/wire/json/read.ts#checkSize'],
    read: (text) => [readJson(bytes(text)), checkSize(bytes(text), 1000)],
    around: [
      ['', ''],
      ['{"a":"', '"}'],
      ['[', ']'],
    ],
  },
  XML: {
    of: ['packages/wire/xml/read.ts#readXml'],
    read: (text) => readXml(bytes(text)),
    around: [
      ['', ''],
      ['<a>', '</a>'],
      ['<a b="', '"/>'],
    ],
  },
  // Longer texts of these two are read in threads, and these two take longest.
  YAML: {
    tried: header,
    of: ['packages/wire/yaml/read.ts#readYaml'],
    read: (text) => readYaml(bytes(text)),
    around: [
      ['', ''],
      ['a: ', ''],
      ['a: "', '"'],
      ['a:\n  - ', ''],
    ],
  },
  'fields of a body': {
    of: ['rest-compat/fields.ts#readFields', 'rest-compat/fields-pool.ts#parseFields'],
    read: (text) => [readFields(bytes(text), { format: 'json', charset: '', points: 'points' })],
    around: [['{"points":[', ']}']],
  },
  'a GPX file': {
    of: [
      'packages/recordings/gpx/read.ts#readGpx',
      'packages/recordings/gpx/read.ts#readGpxPlainly',
      'src/domain/tracks/gpx-parse.ts#parseGpx',
      'src/domain/tracks/gpx-parse.ts#parseRecording',
      'src/domain/tracks/workout-file.ts#readWorkoutFile',
      'src/domain/tracks/workout-file.ts#readRecordingContent',
      'src/domain/workouts/read-gpx-file.ts#readGpxFile',
      'src/domain/workouts/read-gpx-file.ts#readAnyRecording',
    ],
    read: (text) => readWorkoutFile(bytes(text)),
    around: allGpx,
  },
  'a TCX file': {
    of: ['packages/recordings/tcx/read.ts#readTcx', 'packages/recordings/read-recording.ts#readRecording'],
    read: (text) => recording(bytes(text)),
    around: [['', ''], ['<', '/>'], tcx],
  },
  'a FIT file': {
    of: ['packages/recordings/fit/read.ts#readFit', 'packages/recordings/fit/messages.ts#readFitMessages'],
    read: (text) => recording(Buffer.concat([fitHeader, bytes(text)])),
    around: [
      ['', ''],
      // The definition of a record with one field of a byte, and its messages.
      ['@\0\0\x14\0\x01\x03\x01\x02', ''],
    ],
  },
  'a large document': {
    of: ['schema/transport/large-body.ts#readLargeBody'],
    read: (text) => readLargeBody(bytes(text), inputs),
    around: [
      ['{"query":"', '"}'],
      ['{"query":"mutation {a(b: ', ')}"}'],
      ['{"variables":{"a":', '}}'],
    ],
  },
};
