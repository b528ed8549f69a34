/**
 * Long answers are written in parts, so that no stream blocks the event loop, and data does not accumulate for a slow
 * reader.
 */
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { writeSlowly } from '../../src/web/write-slowly.ts';

/** A reader who takes everything at once, as the kernel does for one on the same machine. */
const eager = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function* text(pieces: number, made: (piece: number) => void) {
  for (let piece = 0; piece < pieces; piece++) {
    made(piece);
    yield 'x'.repeat(60_000);
  }
}

/** Counts the rounds of the event loop. */
function countRounds(): { now(): number; stop(): void } {
  let rounds = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    rounds++;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  return { now: () => rounds, stop: () => clearImmediate(next) };
}

test('for fast readers, one part is produced in each round of the event loop, in turn', async () => {
  const rounds = countRounds();
  const made: [text: number, round: number][] = [];
  const texts = [0, 1, 2].map((one) =>
    writeSlowly(
      eager(),
      text(10, () => made.push([one, rounds.now()])),
      () => {},
    ),
  );
  await Promise.all(texts);
  rounds.stop();
  // The first parts are made before anybody has had to wait for a turn.
  const inTurn = made.slice(3);
  expect(inTurn.map(([one]) => one)).toEqual(inTurn.map((_, i) => i % 3));
  const times = inTurn.map(([, round]) => round);
  expect(new Set(times).size).toBe(times.length);
});

test('short pieces are written many in a turn', async () => {
  const rounds = countRounds();
  const short = async function* () {
    for (let i = 0; i < 500; i++) yield 'short';
  };
  await writeSlowly(eager(), short(), () => {});
  expect(rounds.now()).toBeLessThan(10);
  rounds.stop();
});

test('nothing more is produced once the reader has disconnected', async () => {
  const reader = eager();
  let pieces = 0;
  const gone = (piece: number) => {
    pieces++;
    if (piece === 2) reader.destroy();
  };
  await writeSlowly(reader, text(100, gone), () => {});
  expect(pieces).toBe(3);
});
