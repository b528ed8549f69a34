/** What a caller has at a gate counts for its person and its address, also after those who have nothing there were forgotten. */
import { expect, test } from '@jest/globals';
import { Gate } from '../../src/platform/limits/gate.ts';

test('a person has one share, from wherever their tasks come, after ten thousand other callers', () => {
  const gate = new Gate({ atOnce: 100, shares: { person: 1, address: 100, network: 100 } });
  const [home, phone] = ['192.0.2.1', '198.51.100.1'].map((address) => ({ person: 'ann', address }));
  gate.tryTake(home!)?.();
  // Somebody else keeps the address of her home busy.
  gate.tryTake({ person: 'bob', address: '192.0.2.1' });
  for (let other = 0; other < 10_001; other++)
    gate.tryTake({ person: `p${other}`, address: `203.0.113.${other % 250}` })?.();
  expect(gate.tryTake(home!)).not.toBeNull();
  expect(gate.tryTake(phone!)).toBeNull();
});
