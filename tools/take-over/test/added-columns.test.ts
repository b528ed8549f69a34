/** A column that is added to a table and to the bundle comes along without being named anywhere else. No REST row. */
import { expect, test } from '@jest/globals';
import { lostIn } from '../../../test/support/lost-columns.ts';

test('no place loses a column that is added', async () => {
  expect(await lostIn(new URL('./lost-columns.js', import.meta.url))).toEqual([]);
});
