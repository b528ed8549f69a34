/** Of random bundles with random faults, every line is accepted or refused, the check never fails, and doubled ids are found. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FileName } from '../bundle/field.ts';
import { IdSet } from '../bundle/id-set.ts';
import { NumberMap } from '../bundle/number-map.ts';
import { holds, patience } from '@runners/testing';
import { newFolder } from '../../../test/support/started-process.ts';
import { checked, writeBundle } from './bundle-maker.ts';
import { bundles } from './random-records.ts';

const [root, remove] = await newFolder();
afterAll(remove);

test(
  'what is read was accepted or refused, and each fault names a line',
  async () => {
    let folders = 0;
    await holds(
      fc.asyncProperty(bundles, fc.boolean(), async (records, gzip) => {
        const folder = await writeBundle(join(root, String(++folders)), records, { gzip });
        const { result, found } = await checked(folder);
        for (const [name, lines = []] of Object.entries(records)) {
          const faults = found.filter(
            (one) => one.severity === 'fault' && one.file.startsWith(`${name}.jsonl`) && one.line !== null,
          );
          const faulty = new Set(faults.map(({ line }) => line!));
          const counts = result.files.get(name as FileName)!;
          expect(counts.read).toBe(lines.length);
          expect(counts.faulty).toBe(faulty.size);
          expect(counts.noted).toBeLessThanOrEqual(counts.read - counts.faulty);
          for (const line of faulty) expect(line >= 1 && line <= lines.length).toBe(true);
        }
        // What has no line is an address of several people, which no single line of theirs is to blame for.
        for (const { severity, line, field } of found)
          if (severity === 'fault' && line === null) expect(field).toBe('email');
        expect(result.faults).toBe(found.filter(({ severity }) => severity === 'fault').length);
      }),
      60,
    );
  },
  patience,
);

test(
  'random bytes are read to the end',
  async () => {
    const folder = await writeBundle(join(root, 'bytes'), {});
    await holds(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, gzip) => {
        await writeFile(join(folder, gzip ? 'users.jsonl.gz' : 'users.jsonl'), bytes);
        await writeFile(join(folder, gzip ? 'posts.jsonl' : 'posts.jsonl.gz'), bytes);
        const { result } = await checked(await onlyOne(folder, gzip));
        const { read, faulty } = result.files.get('users')!;
        expect(faulty).toBe(read);
      }),
      100,
    );
  },
  patience,
);

/** Removes what the case before has written. */
async function onlyOne(folder: string, gzip: boolean): Promise<string> {
  await rm(join(folder, gzip ? 'users.jsonl' : 'users.jsonl.gz'), { force: true });
  await rm(join(folder, gzip ? 'posts.jsonl.gz' : 'posts.jsonl'), { force: true });
  return folder;
}

const ids = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.maxSafeInteger().map((id) => Math.abs(id) || 1),
);

test('compact sets have what was added to them', () => {
  holds(
    fc.property(fc.array(ids, { maxLength: 5000, size: 'max' }), ids, (added, other) => {
      const [set, compact] = [new Set<number>(), new IdSet()];
      const wrong = added.filter((id) => {
        const isNew = !set.has(id);
        set.add(id);
        return compact.add(id) !== isNew;
      });
      expect(wrong).toEqual([]);
      const asked = [...added, other, ...added.map((id) => id + 1)];
      expect(asked.filter((id) => compact.has(id) !== set.has(id))).toEqual([]);
    }),
    50,
  );
});

test('lines of keys are found again', () => {
  const keys = fc.oneof(fc.string({ maxLength: 4 }), fc.tuple(ids, ids));
  holds(
    fc.property(fc.array(keys, { maxLength: 5000, size: 'max' }), (added) => {
      const [map, compact] = [new Map<string, number>(), new NumberMap()];
      const wrong = added.filter((key, line) => {
        const found = compact.get(key);
        const known = map.get(JSON.stringify(key)) ?? null;
        compact.set(key, line);
        map.set(JSON.stringify(key), line);
        return found !== known;
      });
      expect(wrong).toEqual([]);
    }),
    50,
  );
});
