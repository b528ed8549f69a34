import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { specificationOf } from './scalar-specifications.ts';
import type { ViolationCode } from '../src/errors.ts';
import { isCalendarDate, readMoment } from '../src/domain/rules/moment.ts';
import type { Track } from '@runners/recordings';
import { readPoints } from '../src/domain/workouts/read-points.ts';
import { pointsOf } from '../src/domain/workouts/write-points.ts';
import { MAX_POINTS } from '../src/domain/tracks/workout-file.ts';
import { counted, mebibytes } from './lengths.ts';

/** The reader of the `Track` scalar, for callers that report errors by field. */
export { readPoints };

/** The refusal of a value; `fieldCodes` of the answer contain the code. @param sentence whose subject is the field */
export function notAccepted(sentence: string, violation: ViolationCode = 'MALFORMED'): GraphQLError {
  return new GraphQLError(sentence, { extensions: { violation } });
}

/** A scalar that is a text in both directions. `read` checks it, and returns null for a value that is not accepted. */
function textScalar(name: string, description: string, expected: string, read: (text: string) => string | null) {
  const parse = (value: unknown): string => {
    const text = typeof value === 'string' ? read(value) : null;
    if (text === null) throw notAccepted(`must be ${expected}`);
    return text;
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    specifiedByURL: specificationOf(name),
    extensions: { copied: 'text' },
    serialize: (value) => value as string,
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null),
  });
}

/** How many points of a track are named that are not valid. */
export const mostPointFaults = 10;

/** How the points of the scalar `Track` are read. */
const pointsOfScalar = { words: 'gpx', sensors: true, most: mostPointFaults } as const;

/** A timestamp (decisions W8), kept as text so that its microseconds are not lost. */
export const DateTime = textScalar(
  'DateTime',
  'A date and time, ISO 8601 in UTC with microseconds: `2024-03-01T07:00:00.000000Z`. Input may have the basic or extended form and any offset; without an offset it is UTC.',
  'an ISO 8601 date and time',
  readMoment,
);

/** A date without a time. */
export const CalendarDate = textScalar('Date', 'A day, `YYYY-MM-DD`.', 'a date, YYYY-MM-DD', (text) =>
  isCalendarDate(text) ? text : null,
);

/** The integer id of an object, as in the REST interface, which may exceed 2^31. */
export const DatabaseId = new GraphQLScalarType<number, number>({
  name: 'DatabaseId',
  specifiedByURL: specificationOf('DatabaseId'),
  extensions: { copied: 'integer' },
  description: 'An integer id, as in the REST interface; up to 2^53.',
  serialize: (value) => value as number,
  parseValue: (value) => {
    if (!Number.isSafeInteger(value) || (value as number) < 1)
      throw notAccepted('must be a positive integer', 'OUT_OF_RANGE');
    return value as number;
  },
});

/**
 * A recorded track as one value (docs/performance.md#tracks: coercing each point costs more than the whole upload). Output and input
 * are lists of points; a parsed `Track` passes through as it is.
 */
export const TrackScalar = new GraphQLScalarType<Track, unknown>({
  name: 'Track',
  specifiedByURL: specificationOf('Track'),
  extensions: { large: true },
  description:
    'Recorded points, in order: `[{ "lat": 47.37, "lng": 8.54, "time": "2024-03-01T07:00:00.000000Z", "elev": 408.1 }, …]`. ' +
    `\`time\` and \`elev\` are optional. Input may also have the words of GPX, \`lon\` and \`ele\`, and the fields of sensors of \`TrackPointInput\`. Sent as one value; at most ${counted(MAX_POINTS)} points.`,
  serialize: (value) => {
    const track = value as Track;
    // Callers in the same process receive the columns, and JSON contains the list of points.
    return { ...track, toJSON: () => pointsOf(track) };
  },
  parseValue: (value) => readPoints(value, pointsOfScalar),
  parseLiteral: (node) => readPoints(valueFromASTUntyped(node), pointsOfScalar),
});

/** The largest size in bytes of a picture that is sent as base64. Larger pictures are uploaded to a URL of their own. */
const maxImageData = 1024 * 1024;

/** A JPEG or PNG file: base64 text over HTTP, bytes in-process. */
export const ImageData = new GraphQLScalarType<Buffer, string>({
  name: 'ImageData',
  specifiedByURL: specificationOf('ImageData'),
  extensions: { large: true },
  description:
    `A JPEG or PNG file as base64 text, up to ${mebibytes(maxImageData)} of it decoded. For larger ones there are \`preparePictureUpload\` and ` +
    '`prepareProfilePictureUpload`.',
  serialize: (value) => value as string,
  parseValue: (value) => bytesOfBase64(value, maxImageData),
});

/** The bytes of a base64 text; those of a caller in the same process as they are. */
function bytesOfBase64(value: unknown, most: number): Buffer {
  if (value instanceof Uint8Array) return bufferOf(value);
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) throw notAccepted('must be base64');
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length > most)
    throw notAccepted(`must have at most ${mebibytes(most)}: prepare an upload for it`, 'TOO_LONG');
  return bytes;
}

/** Bytes from a caller in the same process, or from another thread. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The largest size in bytes of a recording that is sent as base64. Larger ones are uploaded to a URL of their own. */
const maxRecordingData = 8 * 1024 * 1024;

/** A recording in any format: base64 text over HTTP, bytes in-process. */
export const RecordingData = new GraphQLScalarType<Buffer, string>({
  name: 'RecordingData',
  specifiedByURL: specificationOf('RecordingData'),
  extensions: { large: true },
  description:
    `A recording of a device as base64 text, up to ${mebibytes(maxRecordingData)} of it decoded: a FIT, TCX or GPX file, also in a gzip file. For larger ones ` +
    'there is `prepareRecordingUpload`.',
  serialize: (value) => value as string,
  parseValue: (value) => bytesOfBase64(value, maxRecordingData),
});

/** A GPX file: text over HTTP, bytes in-process. */
export const Gpx = new GraphQLScalarType<Buffer, string>({
  name: 'Gpx',
  specifiedByURL: specificationOf('Gpx'),
  extensions: { large: true },
  description: 'The text of a GPX 1.0 or 1.1 file.',
  serialize: (value) => value as string,
  parseValue: (value) => {
    if (value instanceof Uint8Array) return bufferOf(value);
    if (typeof value === 'string') return Buffer.from(value);
    throw notAccepted('must be the text of a GPX file', 'WRONG_TYPE');
  },
});
