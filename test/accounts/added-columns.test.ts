/** A column that is added to a table is in archives of one's own data, and comes in from them. No REST row. */
import { expect, test } from '@jest/globals';
import { lostIn } from '../support/lost-columns.ts';

test('no archive and no import loses a column that is added', async () => {
  expect(await lostIn(new URL('./lost-columns.js', import.meta.url))).toEqual([]);
});
