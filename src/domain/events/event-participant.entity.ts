import { defineEntity, p } from '@mikro-orm/core';
import { declareLongTexts } from '../../platform/database/columns.ts';
import { textBytes } from '../../platform/text.ts';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { Event } from './event.entity.ts';

const EventParticipantSchema = defineEntity({
  name: 'EventParticipant',
  tableName: 'event_participant',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    event: () => p.manyToOne(Event).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** The text of the participant, which may be empty. */
    description: p.text().default(''),
    /** The goal in miles, or null if none is set. */
    userGoalInMiles: p.integer().nullable(),
    joinedDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Null while the user participates. Joining again resets it to null. */
    leftDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
  indexes: [
    madeBy('create unique index event_participant_once on event_participant (event_id, user_id)'),
    madeBy('create index event_participant_of_user on event_participant (user_id, id desc)'),
    madeBy('create index event_participant_of_event on event_participant (event_id, id desc)'),
  ],
});

/** A user who takes part in an event. Miles and `active` are computed and not stored (decisions R17). */
export class EventParticipant extends EventParticipantSchema.class {}
EventParticipantSchema.setClass(EventParticipant);
declareLongTexts(EventParticipant, { description: textBytes });
