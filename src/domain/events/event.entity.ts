import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.string().length(storedLengths.title),
    /** URLs with http or https. Logo and info may be empty. */
    eventLogo: p.text().default(''),
    homeUrl: p.text(),
    infoUrl: p.text().default(''),
    /** Wall-clock time in the time zone of each participant (interface, EventInstance), therefore without a zone. */
    startDate: p.string().columnType('timestamp(6)').runtimeType('string'),
    /** Midnight means the end of that day (decisions R17). */
    endDate: p.string().columnType('timestamp(6)').runtimeType('string'),
    /** The amount that every participant earns for each mile, without sponsors. */
    amountPerMile: p.decimal('number').precision(8).scale(2).default(0),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
});

/** A charity event (interface, EventInstance). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
