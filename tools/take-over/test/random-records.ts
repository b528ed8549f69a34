import fc from 'fast-check';
import type { FileName } from '../bundle/field.ts';
import { fileNames } from '../bundle/field.ts';
import { fileEntries } from '../bundle/files.ts';
import { exampleOf } from '../bundle/schema.ts';

/** Values that stand in the place of good ones. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    0,
    -1,
    2 ** 53,
    1e308,
    true,
    '\u0000',
    '\ud800',
    '..',
    '/api/v1/user/1/',
  ),
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom<unknown>([], {}, [null], [[]], [[1, 2]], { id: 1 }, { __proto__: null, constructor: 1 }),
  fc.jsonValue(),
);

/** A record of a file in which some fields are odd, with an id of few, so that ids are doubled and references found. */
const recordOf = (name: FileName) => {
  const fields = fileEntries.find(([each]) => each === name)![1].fields;
  const example = exampleOf(fields);
  const names = Object.keys(fields);
  const changes = fc.array(fc.tuple(fc.constantFrom(...names, 'unknown', '__proto__'), odd), { maxLength: 3 });
  return fc.tuple(fc.integer({ min: 1, max: 6 }), changes).map(([id, changed]) => {
    const few = Object.fromEntries(
      names.filter((each) => fields[each]!.type.kind === 'reference').map((each) => [each, id]),
    );
    const own = {
      ...example,
      ...few,
      ...('id' in fields ? { id } : {}),
      ...('username' in fields ? { username: `u${id}`, email: id < 3 ? '' : `u${id >> 1}@example.com` } : {}),
    };
    return JSON.stringify({ ...own, ...Object.fromEntries(changed) });
  });
};

/** A line: mostly a record, or some text. */
const lineOf = (name: FileName) =>
  fc.oneof(
    { weight: 8, arbitrary: recordOf(name) },
    fc.string().filter((text) => !/^\s*$|\n/.test(text)),
    fc.json(),
  );

/** The lines of random bundles, with random faults. */
export const bundles = fc.record(
  Object.fromEntries(fileNames.map((name) => [name, fc.array(lineOf(name), { maxLength: 5 })])),
  { requiredKeys: [] },
);

/** What happens to a file on its way: it is cut, or a byte of it is another one. Its place is a part of the file. */
export const damages = fc.array(
  fc.record({
    file: fc.constantFrom(...fileNames),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.option(fc.integer({ min: 0, max: 255 })),
  }),
  { maxLength: 2 },
);
