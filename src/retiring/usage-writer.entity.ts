import { defineEntity, p } from '@mikro-orm/core';

const UsageWriterSchema = defineEntity({
  name: 'UsageWriter',
  tableName: 'usage_writer',
  properties: {
    /** The id of a run of a process. */
    id: p.uuid().primary(),
    /** The number of the last page that it has written. A page that is sent again is not written a second time. */
    pages: p.integer(),
    writtenDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** A process that counts calls. */
export class UsageWriter extends UsageWriterSchema.class {}
UsageWriterSchema.setClass(UsageWriter);
