/**
 * Another process, or the same after a restart, follows the plan at the same milliseconds, whatever its time zone is.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** Prints at which of these moments a brownout that contains a change of clocks is over. */
const program = `
  const { planOf } = await import('${new URL('../../src/retiring/read-plan.js', import.meta.url).href}');
  const { stateOf } = await import('${new URL('../../src/retiring/schedule.js', import.meta.url).href}');
  const { retirements: [one] } = planOf(JSON.stringify({ retirements: [{ name: 'GET /me/',
    deprecated: '2027-01-01T00:00:00+01:00', sunset: '2027-10-31T02:30:00+01:00',
    brownouts: [{ from: '2027-03-28T01:30:00+01:00', until: '2027-03-28T03:30:00+02:00' }] }] }),
    { nameOf: (name) => name });
  const client = ['', 'App', '1', '', ''].join('\\t');
  const at = (time) => { const state = stateOf(one, client, Date.parse(time)); return typeof state === 'string' ? state : 'brownout'; };
  console.log(JSON.stringify(['2027-03-28T00:29:59.999Z', '2027-03-28T00:30:00Z', '2027-03-28T01:29:59.999Z',
    '2027-03-28T01:30:00Z', '2027-10-31T01:29:59.999Z', '2027-10-31T01:30:00Z'].map(at)));`;

const printed = async (zone: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout) as string[];
};

test('the schedule is the same in every process', async () => {
  const all = await Promise.all(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia'].map(printed));
  for (const states of all) expect(states).toEqual(['on', 'brownout', 'brownout', 'on', 'on', 'off']);
});
