import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../test/accounts/import-my-data.ts';
import { crowded } from '../../../test/accounts/crowded-archive.ts';
import { makeGpx } from '../../../test/support/gpx-maker.ts';

/** An archive that wants to do harm, and how its import has to end. */
export interface Hostile {
  name: string;
  make(): Promise<Buffer>;
  state: 'DONE' | 'REFUSED';
  /** How many runs come in. */
  added: number;
}

const run = makeGpx({ points: 40 });
const zip = (files: Record<string, Buffer | string>, mode?: number) => zipOf(new Map(Object.entries(files)), mode);
/** A zip of a run with another name than that with which it was made. */
const named = async (from: string, to: string) =>
  Buffer.from((await zip({ [from]: run })).toString('latin1').replaceAll(from, to), 'latin1');

const bomb = (mebibytes: number) => Buffer.alloc(mebibytes * 2 ** 20, '<');

export const hostileArchives: readonly Hostile[] = [
  { name: 'a file of 512 MiB', make: () => zip({ 'a.gpx': bomb(512) }), state: 'REFUSED', added: 0 },
  {
    name: 'a hundred zips in it, of 200 MiB each, and a run',
    make: async () => {
      const inner = await zip({ 'a.gpx': bomb(200) });
      return zip(Object.fromEntries([['a.gpx', run], ...Array.from({ length: 100 }, (_, n) => [`b${n}.zip`, inner])]));
    },
    state: 'DONE',
    added: 1,
  },
  {
    name: 'a hundred gzip files of 512 MiB each, and a run',
    make: async () => {
      const inner = gzipSync(bomb(512));
      return zip(
        Object.fromEntries([['a.gpx', run], ...Array.from({ length: 100 }, (_, n) => [`b${n}.gpx.gz`, inner])]),
      );
    },
    state: 'DONE',
    added: 1,
  },
  { name: 'a million entries', make: async () => crowded(1_000_000), state: 'REFUSED', added: 0 },
  {
    name: 'a million entries in a zip in it, and a run',
    make: () => zip({ 'a.gpx': run, 'b.zip': crowded(1_000_000) }),
    state: 'DONE',
    added: 1,
  },
  { name: 'a path that leads out', make: () => named('aa/evil.gpx', '../evil.gpx'), state: 'REFUSED', added: 0 },
  { name: 'a link', make: () => zip({ 'a.gpx': '/etc/passwd' }, 0o120777), state: 'REFUSED', added: 0 },
  {
    name: 'names in CP437 and in broken UTF-8',
    make: () => named('Laaufe.gpx', 'L\u0084\u00ffufe.gpx'),
    state: 'DONE',
    added: 1,
  },
];
