import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';

const PictureFileSchema = defineEntity({
  name: 'PictureFile',
  tableName: 'picture_file',
  properties: {
    key: p.string().length(40).primary(),
    /** Whether the file `shared` exists as well: the original without its metadata, for everyone except the owner. */
    hasShared: p.boolean().default(false),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /**
     * The time from which the files may be removed, and then this row; null while there is a reference to them.
     * Triggers set it when the picture or profile picture is deleted for any reason
     * (`src/platform/database/migrations/initial/pictures.ts`).
     */
    doomedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
  indexes: [madeBy('create index picture_file_doomed on picture_file (doomed_date) where doomed_date is not null')],
});

/**
 * The files under a key of the picture store. The row is written before the files, so that the database lists all files
 * in the store, even when an upload fails (`sweep.ts`).
 */
export class PictureFile extends PictureFileSchema.class {}
PictureFileSchema.setClass(PictureFile);
