/** The printed JSON Schemas are valid, take what the check takes, and refuse what it refuses. */
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkRecord } from '../bundle/check-record.ts';
import { fileEntries } from '../bundle/files.ts';
import { exampleOf, schemas } from '../bundle/schema.ts';
import { manifest } from './bundle-maker.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

describe('the schema of each file', () => {
  test.each(fileEntries)('of %s takes its example, and what has its required fields alone', (name, { fields }) => {
    const validate = ajv.compile(schemas[name]);
    const example = exampleOf(fields);
    const needed = Object.fromEntries(Object.entries(example).filter(([field]) => fields[field]!.required));
    for (const record of [example, needed, { ...example, unknown: 1 }]) {
      expect([validate(record), validate.errors]).toEqual([true, null]);
      // A route needs an owner and a line, and a sponsor a name: of two fields each, one.
      const lacking = record === needed ? ({ routes: 2, sponsors: 1 } as Record<string, number>)[name] : 0;
      expect(checkRecord(name, record).faults.length).toBe(lacking ?? 0);
    }
  });

  test.each(fileEntries)('of %s refuses a record without a required field, as the check does', (name, { fields }) => {
    const validate = ajv.compile(schemas[name]);
    for (const field of Object.keys(fields).filter((each) => fields[each]!.required))
      for (const record of [
        { ...exampleOf(fields), [field]: null },
        { ...exampleOf(fields), [field]: undefined },
      ]) {
        expect(validate(JSON.parse(JSON.stringify(record)))).toBe(false);
        expect(checkRecord(name, record).faults).toEqual([{ field, sentence: 'is required' }]);
      }
  });

  test.each(fileEntries)('of %s refuses values of another type, as the check does', (name, { fields }) => {
    const validate = ajv.compile(schemas[name]);
    for (const [field, { type, lenient }] of Object.entries(fields)) {
      if (lenient) continue;
      const record = { ...exampleOf(fields), [field]: type.kind === 'record' ? 'x' : { x: 1 } };
      expect([field, validate(record)]).toEqual([field, false]);
      expect(checkRecord(name, record).faults.map((fault) => fault.field)).toEqual([field]);
    }
  });

  test('of the manifest takes one', () => {
    const validate = ajv.compile(schemas.manifest);
    expect([validate(manifest), validate.errors]).toEqual([true, null]);
    expect(validate({ ...manifest, format: 2 })).toBe(false);
  });
});
