/** What an action has spent in vain is given back while its window lasts, and no later window begins with more than it has. */
import { expect, test } from '@jest/globals';
import { budgets } from '../../src/domain/rules/budgets.ts';
import { makeRates } from '../../src/domain/rules/rates.ts';

const kind = 'upload';
const most = budgets[kind].points;

test.each([
  ['nothing was spent', 0, most],
  ['one was spent', 1, most],
  ['all was spent', most, 1],
])('where %s, one given back leaves as many as there may be', async (_what, spent, left) => {
  const rates = makeRates(undefined, 1000);
  if (spent > 0) await rates.spend(kind, 'ann', spent);
  await rates.giveBack(kind, 'ann');
  await rates.spend(kind, 'ann', left);
  await expect(rates.spend(kind, 'ann')).rejects.toThrow('Too many requests');
});
