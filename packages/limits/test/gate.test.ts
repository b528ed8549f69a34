/** What a caller has at a gate counts for its person and its address, also after those who have nothing there were forgotten. */
import { expect, test } from '@jest/globals';
import { Gate } from '../gates/gate.ts';

const around = { refuse: () => new Error('full'), gone: () => new Error('gone'), mostCallers: 10_000 };

test('a person has one share, from wherever their tasks come, after ten thousand other callers', () => {
  const gate = new Gate({ atOnce: 100, shares: { person: 1, address: 100, network: 100 } }, around);
  const [home, phone] = ['192.0.2.1', '198.51.100.1'].map((address) => ({ person: 'ann', address }));
  gate.tryTake(home!)?.();
  // Somebody else keeps the address of her home busy.
  gate.tryTake({ person: 'bob', address: '192.0.2.1' });
  for (let other = 0; other < 10_001; other++)
    gate.tryTake({ person: `p${other}`, address: `203.0.113.${other % 250}` })?.();
  expect(gate.tryTake(home!)).not.toBeNull();
  expect(gate.tryTake(phone!)).toBeNull();
});

test('an address has a share, whoever uses it', () => {
  const gate = new Gate({ atOnce: 100, shares: { person: 10, address: 2, network: 100 } }, around);
  const at = (person: string, address = '192.0.2.1') => gate.tryTake({ person, address });
  const [first, second] = [at('ann'), at('bob')];
  expect([first, second]).not.toContain(null);
  expect(at('cid')).toBeNull();
  expect(at('cid', '192.0.2.2')).not.toBeNull();
  first?.();
  expect(at('cid')).not.toBeNull();
});

test.each([
  ['networks', ['192.0.2.1', '198.51.100.1']],
  ['addresses of a network', ['192.0.2.1', '192.0.2.2']],
  ['persons at an address', ['192.0.2.1', '192.0.2.1']],
])('%s take turns, however many wait', async (_of, [one = '', other = '']) => {
  const any = { person: 100, address: 100, network: 100 };
  const gate = new Gate({ atOnce: 1, shares: any, waiting: { atMost: 100, shares: any } }, around);
  const release = gate.tryTake({ person: 'first', address: '203.0.113.1' });
  const order: string[] = [];
  const run = (person: string, address: string) => gate.run({ person, address }, async () => void order.push(person));
  const waiting = ['ann', 'ann', 'ann', 'bob', 'bob'].map((person) => run(person, person === 'ann' ? one : other));
  release?.();
  await Promise.all(waiting);
  expect(order).toEqual(['ann', 'bob', 'ann', 'bob', 'ann']);
});
