import type { Given, Watched } from '../interface/given.ts';
import { notObserved } from '../interface/observed.ts';
import type { PreparedStatement } from '../interface/prepared-statement.ts';

class Failure extends Error {}

class OutcomeUnknown extends Failure {
  constructor(cause: unknown) {
    super('outcome unknown', { cause });
  }
}

const unbounded = { watch: () => {} };

/** Checks nothing, because no test here waits for that long. */
function makeWatch<What extends Watched>() {
  const list = new Set<What>();
  return {
    add: (one: What) => void list.add(one),
    remove: (one: What) => list.delete(one),
    forEach: (visit: (one: What) => void) => list.forEach(visit),
  };
}

/** What a database without entities and migrations is given. */
export const given: Given = {
  orm: { discovery: { warnWhenNoEntities: false } },
  migrations: [],
  extensions: {},
  failures: {
    Failure,
    CallerGone: class extends Failure {},
    OutcomeUnknown,
    unavailable: (cause) => new Failure('unavailable', { cause }),
    misconfigured: (sentence) => new Failure(sentence),
  },
  bounds: { lent: unbounded, waiting: unbounded, embeddedStatements: { ...unbounded, limit: 500 } },
  settings: { url: 'url', directUrl: 'direct URL', replicaUrls: 'replica URLs', dataDir: 'folder', poolerPage: 'page' },
  makeWatch,
  observer: notObserved,
};

/** The driver that is tested. */
export const driver = process.env['DRIVER'] === 'plain' ? 'plain' : 'fast';

/** The URL of a server, on which the tests make databases of their own; undefined for none. */
export const server = process.env['TEST_DATABASE_URL'];

/** A statement that only reads. */
export function read<Row>(name: string, text: string): PreparedStatement<Row> {
  return { name, text, writes: false };
}

/** A statement that writes. */
export function write<Row>(name: string, text: string): PreparedStatement<Row> {
  return { name, text, writes: true };
}
