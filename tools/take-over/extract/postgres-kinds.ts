import type { Kind } from './source.ts';

/** The types of PostgreSQL that are not text, by the numbers that every server gives them. */
const kinds: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  20: 'number', // int8
  21: 'number', // int2
  23: 'number', // int4
  26: 'number', // oid
  114: 'json',
  700: 'number', // float4
  701: 'number', // float8
  1000: { listOf: 'boolean' },
  1002: { listOf: 'text' }, // char[]
  1005: { listOf: 'number' }, // int2[]
  1007: { listOf: 'number' }, // int4[]
  1009: { listOf: 'text' }, // text[]
  1014: { listOf: 'text' }, // bpchar[]
  1015: { listOf: 'text' }, // varchar[]
  1016: { listOf: 'number' }, // int8[]
  1021: { listOf: 'number' }, // float4[]
  1022: { listOf: 'number' }, // float8[]
  1082: 'moment', // date
  1114: 'moment', // timestamp
  1184: 'moment in UTC', // timestamptz
  1231: { listOf: 'number' }, // numeric[]
  1560: 'bits',
  1562: 'bits', // varbit
  1700: 'number', // numeric
  2950: 'text', // uuid
  3802: 'json', // jsonb
};

/** The number of the type `bytea`, whose values are bytes. */
export const bytea = 17;

/** Returns how the values of a type are written; every type that is not known is text. */
export function postgresKind(type: number): Kind {
  return kinds[type] ?? 'text';
}
