import type { FileName } from './field.ts';
import { files } from './files.ts';
import type { RecordOf } from './files.ts';
import { isRecord, readFields } from './read-value.ts';
import type { Finding, Lookup, Reading } from './read-value.ts';
import { applyRule } from './rules.ts';
import { idOf } from './scalars.ts';
import { Unusable } from './unusable.ts';

/** Something odd about a record that is stored all the same. What was changed is said. */
export type Note = Finding;

/** A reason why a record is refused. */
export type Fault = Finding;

/** A record of a bundle as it is read. */
export interface CheckedRecord<Name extends FileName> {
  /** Its values in the form in which they are loaded; null where there are faults. */
  record: RecordOf<Name> | null;
  /** Its id, also where there are faults; null where its file has none, or it cannot be read. */
  id: number | null;
  notes: Note[];
  faults: Fault[];
}

/** Everything that a record refers to is there. */
const everything: Lookup = { stateOf: () => 'known', hasFile: () => true };

/**
 * Reads one record of a bundle and checks it against the table of fields, and against what `lookup` knows. This is the one place
 * that says what is refused (a fault) and what is stored with a note. It does not find doubled records, which `Known` does.
 */
export function checkRecord<Name extends FileName>(
  name: Name,
  value: unknown,
  lookup: Lookup = everything,
): CheckedRecord<Name> {
  const { fields } = files[name];
  const reading: Reading = { lookup, notes: [], faults: [] };
  const checked = (record: RecordOf<Name> | null, id: number | null) => ({
    record,
    id,
    notes: reading.notes,
    faults: reading.faults,
  });
  if (!isRecord(value)) {
    reading.faults.push({ field: '', sentence: 'is no record: a JSON object is expected on each line' });
    return checked(null, null);
  }
  // The readers of the fields make the values of their types.
  const record = readFields(fields, value, '', reading) as unknown as RecordOf<Name>;
  if (reading.faults.length === 0) applyRule(name, record, reading);
  const id = 'id' in fields ? idOf(value['id']) : null;
  return checked(reading.faults.length === 0 ? record : null, id instanceof Unusable ? null : id);
}
