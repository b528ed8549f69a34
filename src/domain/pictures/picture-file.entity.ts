import { defineEntity, p } from '@mikro-orm/core';

const PictureFileSchema = defineEntity({
  name: 'PictureFile',
  tableName: 'picture_file',
  properties: {
    key: p.string().length(40).primary(),
    /** Whether `shared` lies there too: the original without its metadata, for everybody but the owner. */
    hasShared: p.boolean().default(false),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /**
     * From when on its files may be removed, and this row after them; null as long as something refers to it. Triggers
     * set it when the picture or the profile picture goes, whatever made it go
     * (`src/platform/database/migrations/initial/pictures.ts`).
     */
    doomedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
  indexes: [
    {
      name: 'picture_file_doomed',
      expression: 'create index picture_file_doomed on picture_file (doomed_date) where doomed_date is not null',
    },
  ],
});

/**
 * What lies, or is about to lie, in the picture store under a key: written before the files are, so that whatever
 * becomes of the upload, nothing is in the store that the database does not know of (`sweep.ts`).
 */
export class PictureFile extends PictureFileSchema.class {}
PictureFileSchema.setClass(PictureFile);
