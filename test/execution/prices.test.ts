/** The prices of fields come from a calibration, and are at least what the measured time comes to. */
import { describe, expect, test } from '@jest/globals';
import { costOf } from '../../schema/execution/field-costs.ts';
import { measuredCosts } from '../../schema/execution/measured-costs.ts';
import { schema } from '../support/whole-schema.ts';
import { measuredFields } from '../trials/calibration/documents.ts';

/** What has a price, and is no field: any other mutation, a list of a user, and a feed around a place. */
const kinds = ['mutation', 'listOfUser', 'localFeed'];
const names = Object.values(schema.getTypeMap()).flatMap((type) =>
  'getFields' in type ? Object.keys(type.getFields()) : [],
);

describe('prices', () => {
  test('each measured field is one that the calibration measures, and a field of the schema', () => {
    expect(Object.keys(measuredCosts)).toEqual(Object.keys(measuredFields));
    const fields = Object.keys(measuredCosts).filter((name) => !kinds.includes(name) && !name.startsWith('__'));
    expect(names).toEqual(expect.arrayContaining(fields));
  });

  test.each(Object.entries(measuredCosts).filter(([name]) => !kinds.includes(name)))(
    '%s costs at least its measured %d ms',
    (name, ms) => {
      const type = schema.getMutationType()?.getFields()[name] ? 'Mutation' : 'Query';
      expect(costOf(name, {}, type)).toBeGreaterThanOrEqual(Math.floor(ms / 0.05));
    },
  );

  test('a feed around a place, and one that may fall back to it, cost what it does', () => {
    const near = costOf('feed', { type: 'local' }, 'Query');
    expect(near).toBeGreaterThanOrEqual(measuredCosts['localFeed']! / 0.05);
    expect(costOf('feed', { type: 'friends', fallback: true }, 'Query')).toBe(near);
    expect(costOf('feed', { type: 'friends' }, 'Query')).toBe(1);
  });
});
