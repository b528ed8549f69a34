import type { Args } from '../../rest-compat/args.ts';

/**
 * A value that has every field, of which each is such a value again: what a document answers when nothing is null. As a
 * text it is `1`; a list of it has one item.
 */
export function anything(): unknown {
  return new Proxy(text, handler);
}

const text = () => '1';
const handler: ProxyHandler<typeof text> = {
  get(_target, name) {
    if (name === Symbol.toPrimitive) return () => '1';
    // What the rows do with lists, texts and numbers.
    if (name === 'map') return (make: (one: unknown) => unknown) => [make(anything())];
    if (name === 'slice') return () => anything();
    if (name === '__typename') return 'EventParticipantGotSponsor';
    if (name === 'toFixed') return () => '1.00';
    if (name === 'at') return () => anything();
    if (name === 'length') return 1;
    return anything();
  },
  has: () => true,
  apply: () => '1',
};

/** Arguments that have every field, each valid; `read` gets the names of those that are asked for. */
export function recordingArgs(read: Set<string>): Args {
  const answers: Record<string, unknown> = {
    id: 1,
    idOrNull: 1,
    ids: [1],
    flag: true,
    textOrNull: 'profile',
    text: 'x',
    filledText: 'x',
    moment: '2024-03-01T07:00:00.000000Z',
  };
  const methods: ProxyHandler<object> = {
    get: (_target, method) => (name: string, words?: Record<string, unknown>) => {
      read.add(name);
      return words ? Object.values(words)[0] : (answers[String(method)] ?? null);
    },
  };
  return new Proxy({}, methods) as Args;
}
