/**
 * The kit of the contract (`prove --drive`): it has a check for each statement, this service passes them, and another server does not.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { checks } from '../drive/checks.ts';
import { drive } from '../drive/drive.ts';
import { closeConnections } from '../replay/send-call.ts';
import { join } from '../../../test/events/participation.ts';
import { makeWorld } from '../../../test/statements/world.ts';
import { testService } from '../../../test/support/service.ts';
import { fakeNetwork } from '../../../test/support/social-network.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
afterAll(closeConnections);
const { route, event, participant, bob } = await makeWorld(service, network);
// Beside a participant with a goal, there is one without.
await join(bob, event);

test('there are as many checks as the interface makes statements, none of them twice', () => {
  expect(checks.length).toBeGreaterThanOrEqual(700);
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});

test('this service passes', async () => {
  const faults: string[] = [];
  const skipped: string[] = [];
  for await (const { check, fault, skipped: isSkipped } of drive(service.url, { route, event, participant })) {
    if (isSkipped) skipped.push(`${check.name}: ${fault}`);
    else if (fault !== null) faults.push(`${check.name}: ${fault}`);
  }
  expect(faults).toEqual([]);
  expect(
    skipped.filter((one) => !/social network|takes a picture|no three items|Event extra|extra information/.test(one)),
  ).toEqual([]);
}, 180_000);

test('another server does not, and each check says what it answered', async () => {
  const other = createServer((_request, response) => void response.writeHead(404).end('no'));
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const faults: string[] = [];
  for await (const { fault } of drive(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, {}))
    if (fault !== null) faults.push(fault);
  other.close();
  expect(faults).toHaveLength(checks.length);
  expect(faults).toContain('POST /account/register/ answered 404');
});
