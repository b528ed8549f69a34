import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../../platform/database/made-by.ts';

const RecordingFileSchema = defineEntity({
  name: 'RecordingFile',
  tableName: 'recording_file',
  properties: {
    /** The key in the store of recordings. */
    key: p.string().length(40).primary(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** The time from which the file may be removed, and then this row; null while there is a reference to it. */
    doomedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
  indexes: [madeBy('create index recording_file_doomed on recording_file (doomed_date) where doomed_date is not null')],
});

/**
 * A file in the store of recordings. The row is written before the file, so that the database lists all files in the
 * store (`sweep-originals.ts`).
 */
export class RecordingFile extends RecordingFileSchema.class {}
RecordingFileSchema.setClass(RecordingFile);
