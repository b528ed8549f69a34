import { readFileSync, statSync } from 'node:fs';
import { MalformedBody, readJson } from '@runners/wire';
import { MAX_VALUES } from '../../../src/platform/bodies/max-values.ts';
import * as f from './field.ts';
import { optional, required, withDefault } from './field.ts';
import type { Values } from './field.ts';
import type { Bundle } from './open.ts';
import { manifestName } from './open.ts';
import { isRecord, readFields } from './read-value.ts';
import type { Reading } from './read-value.ts';

/** The one version of the format. */
export const formatVersion = 1;
const mostBytes = 16 * 2 ** 20;

const fileFacts = f.record({
  name: required(f.text, 'The path of the file in the bundle.', 'users.jsonl.gz'),
  rows: optional(f.integer(0, Number.MAX_SAFE_INTEGER), 'How many records it has.', 2),
  sha256: optional(f.formed('sha256'), 'The SHA-256 of the file as it is in the bundle.', null),
});

/** What the manifest says about the bundle. */
export const manifestFields = {
  format: required(f.integer(formatVersion, formatVersion), 'The version of the format.', formatVersion),
  taken: required(f.moment, 'When the data were read from the old service.', '2026-01-31T22:00:00Z'),
  base_url: optional(f.text, 'Where the old service answered.', 'https://old.example.com/api/v1/'),
  complete: withDefault(f.boolean, false, 'Whether what is missing was deleted at the old service.', true),
  key_lengths: withDefault(f.list(f.integer(16, 128)), [40], 'The lengths of the keys of `api_key_hashes`.', [40]),
  files: withDefault(f.list(fileFacts), [], 'What the files have, so that a damaged copy is noticed.', [
    { name: 'users.jsonl', rows: 2 },
  ]),
} as const;

export type Manifest = Values<typeof manifestFields>;

/** Reads the manifest of a bundle. What is wrong with it is in `faults`, and it is null then. */
export function manifestOf(bundle: Bundle): { manifest: Manifest | null } & Pick<Reading, 'notes' | 'faults'> {
  const reading: Reading = {
    lookup: { stateOf: () => 'unknown', hasFile: (name) => bundle.hasFile(name) },
    notes: [],
    faults: [],
  };
  const fault = (sentence: string) => void reading.faults.push({ field: '', sentence });
  const path = bundle.pathOf(manifestName);
  const stats = statSync(path, { throwIfNoEntry: false });
  let manifest: Manifest | null = null;
  if (!stats?.isFile()) fault('is missing');
  else if (stats.size > mostBytes) fault(`is longer than ${mostBytes} bytes`);
  else {
    try {
      const value = readJson(readFileSync(path), MAX_VALUES);
      if (isRecord(value)) manifest = readFields(manifestFields, value, '', reading) as unknown as Manifest;
      else fault('is no JSON object');
    } catch (error) {
      if (!(error instanceof MalformedBody)) throw error;
      fault(error.message.replace(/^the (?:body|text|JSON) /, ''));
    }
  }
  return { manifest: reading.faults.length === 0 ? manifest : null, notes: reading.notes, faults: reading.faults };
}
