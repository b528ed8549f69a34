/** The prices of fields come from a calibration, and are at least what the measured time comes to. */
import { describe, expect, test } from '@jest/globals';
import { isObjectType } from 'graphql';
import { measuredCosts } from '../../schema/execution/measured-costs.ts';
import { costOf } from '../../schema/prices.ts';
import { schema } from '../support/whole-schema.ts';

/** What has a price, and is no field: any other mutation, a list of a user, and a feed around a place. */
const kinds = ['mutation', 'listOfUser', 'localFeed'];
const types = Object.values(schema.getTypeMap()).filter(isObjectType);

describe('prices', () => {
  test.each(Object.entries(measuredCosts).filter(([name]) => !kinds.includes(name)))(
    '%s costs at least its measured %d ms',
    (name, ms) => {
      const all = types.flatMap((type) => {
        const field = type.getFields()[name];
        return field ? [costOf(field, {}, type.name)] : [];
      });
      expect(name.startsWith('__') || all.length > 0).toBe(true);
      for (const cost of all) expect(cost).toBeGreaterThanOrEqual(Math.floor(ms / 0.05));
    },
  );

  test('a feed around a place, and one that may fall back to it, cost what it does', () => {
    const feed = schema.getQueryType()!.getFields()['feed']!;
    const near = costOf(feed, { type: 'local' }, 'Query');
    expect(near).toBeGreaterThanOrEqual(measuredCosts.localFeed / 0.05);
    expect(costOf(feed, { type: 'friends', fallback: true }, 'Query')).toBe(near);
    expect(costOf(feed, { type: 'friends' }, 'Query')).toBe(1);
  });
});
