import { expect } from '@jest/globals';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { placesReady } from '../support/places-ready.ts';
import type { TestService } from '../support/service.ts';

const tables = ['users', 'profile', 'preferences', 'workout', 'workout_track', 'post', 'stats'];

/** A check, for `afterEach`, that the tables of the service are as they are now and that it still answers the person. */
export async function whatIsStored(service: TestService, person: Person): Promise<() => Promise<void>> {
  const stored = async () => {
    const all: unknown[] = [];
    for (const table of tables)
      all.push(await service.sql(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`));
    return JSON.stringify(all);
  };
  await placesReady(person);
  const before = await stored();
  return async () => {
    expect(await stored()).toBe(before);
    expect((await as(person).get('/me/')).status).toBe(200);
  };
}

/** Expects a refusal in one sentence that shows nothing of the inside. */
export function expectRefused(answer: Answer, statuses: number[] = [400]) {
  expect(statuses).toContain(answer.status);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.text.length).toBeGreaterThan(3);
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d|node_modules|select |insert /i);
}

/**
 * Expects the work to take no more than ten times the milliseconds, since a busy machine needs more time than a quiet one.
 */
export async function inTime<T>(work: Promise<T>, milliseconds = 1000): Promise<T> {
  const begun = performance.now();
  const result = await work;
  expect(performance.now() - begun).toBeLessThan(milliseconds * 10);
  return result;
}
