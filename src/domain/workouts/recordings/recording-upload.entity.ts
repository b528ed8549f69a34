import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../people/user.entity.ts';

const RecordingUploadSchema = defineEntity({
  name: 'RecordingUpload',
  tableName: 'recording_upload',
  properties: {
    /** 128 random bits in hexadecimal, which name the upload in its URL. */
    id: p.string().length(32).primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresDate: p.datetime(6).columnType('timestamptz(6)').index(),
    /** The number of PUT requests that began. */
    attempts: p.integer().default(0),
    /** The file of the first PUT that has sent everything; null before. */
    content: p.blob().nullable(),
    /** The size of the file in bytes. */
    bytes: p.integer().nullable(),
  },
});

/** A prepared upload, whose URL accepts the file of one recording. The file waits in the database, so that every process can read it. */
export class RecordingUpload extends RecordingUploadSchema.class {}
RecordingUploadSchema.setClass(RecordingUpload);
