/** The calibration measures each field whose price comes from it. */
import { expect, test } from '@jest/globals';
import { measuredCosts } from '../../../../schema/execution/measured-costs.ts';
import { measuredFields } from '../../calibration/documents.ts';

test('each measured field is one that the calibration measures', () => {
  expect(Object.keys(measuredCosts)).toEqual(Object.keys(measuredFields));
});
