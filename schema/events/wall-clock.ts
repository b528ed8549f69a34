import { GraphQLScalarType } from 'graphql';
import { specificationOf } from '../scalar-specifications.ts';
import { notAccepted } from '../scalars.ts';
import { readWallClock } from '../../src/domain/events/check-event.ts';

/** Dates of events (interface, EventInstance). */
export const WallClock = new GraphQLScalarType<string, string>({
  name: 'WallClock',
  specifiedByURL: specificationOf('WallClock'),
  description:
    'A local date and time in ISO 8601, without a time zone: `2026-05-01T00:00:00.000000`. That of an event applies in the time zone of each participant.',
  serialize: (value) => value as string,
  parseValue: (value) => {
    const read = typeof value === 'string' ? readWallClock(value) : null;
    if (read === null) throw notAccepted('must be a date and time without a zone', 'WRONG_TYPE');
    return read;
  },
});
