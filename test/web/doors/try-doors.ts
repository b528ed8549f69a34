import { afterAll, describe, expect, test } from '@jest/globals';
import { knownToExpress } from './doors.ts';
import type { Door } from './doors.ts';
import { ways } from './hostile.ts';
import { bounds, knocksOn, knocksOnSocket, watchedService, wrongWith } from './knock.ts';

/**
 * Sends what is hostile to doors and to a socket, and fails where it takes too long a turn of the event loop or too much memory.
 * @param sizes of bodies, in bytes
 */
export async function tryDoors(doors: readonly Door[], sizes: readonly number[]): Promise<void> {
  const service = await watchedService();
  afterAll(() => service.stop());

  test('the table has everything that Express was given', async () => {
    const { doors: given } = await service.begin();
    expect([...new Set(given)].filter((door) => !knownToExpress.has(door))).toEqual([]);
    expect([...knownToExpress].filter((door) => !given.includes(door))).toEqual([]);
  });

  const named = doors.map((door, i) => [`${i + 1}. ${door.method} ${door.path}`, door] as const);
  describe.each(ways)('in %s', (way) => {
    test.each(named)(
      '%s',
      async (_name, door) => {
        // What is compiled and made once is not what is measured.
        for (const knock of knocksOn(service, door, way, 16 * 1024)) await knock.send();
        const turnMs = door.except?.turnMs ?? bounds.turnMs;
        for (const size of sizes)
          expect(await wrongWith(service, knocksOn(service, door, way, size), turnMs)).toEqual([]);
      },
      600_000,
    );

    test('a socket', async () => {
      for (const knock of knocksOnSocket(service, way, 16 * 1024)) await knock.send();
      for (const size of [16 * 1024, ...sizes])
        expect(await wrongWith(service, knocksOnSocket(service, way, size), bounds.turnMs)).toEqual([]);
    }, 300_000);
  });
}
