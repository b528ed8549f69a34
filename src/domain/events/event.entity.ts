import { defineEntity, p } from '@mikro-orm/core';
import { lengths } from '../../platform/text.ts';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.string().length(lengths.title),
    /** URLs, http or https; logo and info may be empty. */
    eventLogo: p.text().default(''),
    homeUrl: p.text(),
    infoUrl: p.text().default(''),
    /** Wall-clock time, each participant's own (interface, EventInstance): no zone. */
    startDate: p.string().columnType('timestamp(6)'),
    /** Midnight means to the end of that day (decisions R17). */
    endDate: p.string().columnType('timestamp(6)'),
    /** Money that every participant earns per mile, before sponsors. */
    amountPerMile: p.decimal('number').precision(8).scale(2).default(0),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** A charity event (interface, EventInstance). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
