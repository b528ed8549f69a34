import { defineEntity, p } from '@mikro-orm/core';

const PictureFileSchema = defineEntity({
  name: 'PictureFile',
  tableName: 'picture_file',
  properties: {
    key: p.string().length(40).primary(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** When the sweep decided that nothing refers to it; its files go then, and this row after them. */
    doomedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
});

/**
 * What lies, or is about to lie, in the picture store under a key: written before the files are, so that whatever
 * becomes of the upload, nothing is in the store that the database does not know of (`sweep.ts`).
 */
export class PictureFile extends PictureFileSchema.class {}
PictureFileSchema.setClass(PictureFile);
