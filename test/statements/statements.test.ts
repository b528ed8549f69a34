/**
 * The service holds every statement of the REST interface to the letter, except for the deviations that
 * `docs/contract/deviations.md` lists, each of which it shows.
 */
import { describe, expect, test } from '@jest/globals';
import { deviations } from '../../rest-compat/contract/deviations.ts';
import { table } from '../../rest-compat/table.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { statements } from './all.ts';
import { deviationChecks } from './deviations.ts';
import { makeWorld } from './world.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const world = await makeWorld(service, network);
/** Milliseconds for a check that makes a thousand people or more. */
const patience = 60_000;

describe.each(Object.entries(statements))('%s', (_part, held) => {
  test.each(Object.entries(held))('%s', async (_says, check) => {
    await check(world);
  });
});

describe('Deviations', () => {
  test.each(Object.entries(deviationChecks))(
    '%s',
    async (_name, check) => {
      await check(world);
    },
    patience,
  );

  test('name rows of the table', () => {
    const rows = Object.values(deviations).flatMap((deviation): readonly string[] => deviation.rows);
    expect(rows.filter((row) => !table[row])).toEqual([]);
  });
});

test('there are as many statements as the interface makes, none of them twice', () => {
  const all = Object.entries(statements).flatMap(([part, held]) => Object.keys(held).map((says) => `${part}: ${says}`));
  expect(all.length + Object.keys(deviationChecks).length).toBeGreaterThanOrEqual(530);
  expect(new Set(all).size).toBe(all.length);
});
