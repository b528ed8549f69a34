import { GraphQLError, GraphQLScalarType } from 'graphql';
import { readWallClock } from '../../src/domain/events/check-event.ts';

/** Dates of events (interface, EventInstance). */
export const WallClock = new GraphQLScalarType<string, string>({
  name: 'WallClock',
  description:
    "A date and time on the wall of whoever reads it, ISO 8601 without a zone: `2026-05-01T00:00:00.000000`. It is each participant's own time zone.",
  serialize: (value) => value as string,
  parseValue: (value) => {
    const read = typeof value === 'string' ? readWallClock(value) : null;
    if (read === null) throw new GraphQLError('must be a date and time without a zone');
    return read;
  },
});
