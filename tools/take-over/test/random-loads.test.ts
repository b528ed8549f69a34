/** Of random bundles with random faults, every line is stored, stored with a note, or refused, and a second load writes nothing. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds, patience } from '@runners/testing';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { AddressesInConflict } from '../load/conflicts.ts';
import { writeBundle } from './bundle-maker.ts';
import { loaded, verified } from './loading.ts';
import { bundles, damages } from './random-records.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

/** Everything that is stored of what bundles bring. */
async function rows(): Promise<unknown> {
  const tables = [
    'users',
    'friendship',
    'block',
    'workout',
    'post',
    'comment',
    'conversation',
    'message',
    'route',
    'event_sponsor',
  ];
  const all = [];
  for (const table of [...tables, 'taken_record'])
    all.push(await service.sql(`select t.*, t.xmin::text from ${table} t order by 1, 2`));
  return all;
}

/** Cuts a file, or changes one of its bytes. */
async function damage(path: string, { place, byte }: { place: number; byte: number | null }): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(place * bytes.length);
  if (byte !== null && at < bytes.length) bytes[at] = byte;
  await writeFile(path, byte === null ? bytes.subarray(0, at) : bytes);
}

test(
  'the counts add up, what is read back is the same, and a second load writes nothing',
  async () => {
    let folders = 0;
    await holds(
      fc.asyncProperty(bundles, damages, fc.boolean(), async (records, damaged, isComplete) => {
        await service.sql('truncate users, event, taken_record, old_key_form cascade');
        const folder = await writeBundle(join(root, String(++folders)), records);
        for (const one of damaged) if (records[one.file]) await damage(join(folder, `${one.file}.jsonl`), one);
        const keepers: number[] = [];
        const first = await loaded(service, folder, { isComplete }).catch((error: unknown) => {
          if (!(error instanceof AddressesInConflict)) throw error;
          keepers.push(...error.conflicts.map(({ people }) => people[0]!.id));
          return loaded(service, folder, { isComplete, keepers });
        });
        const { counts } = first;
        for (const [name, { read, stored, changed, refused }] of Object.entries(counts))
          expect([name, stored + changed + refused]).toEqual([name, read]);
        const back = await verified(service, folder, keepers);
        expect(back.differing.filter(({ file }) => file !== 'stats')).toEqual([]);
        const before = await rows();
        const again = await loaded(service, folder, { isComplete, keepers });
        for (const [name, { written, removed }] of Object.entries(again.counts))
          expect([name, written, removed]).toEqual([name, 0, 0]);
        expect(await rows()).toEqual(before);
        await rm(folder, { recursive: true });
      }),
      15,
    );
  },
  patience,
);
