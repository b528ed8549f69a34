import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { Post } from '../feed/post.entity.ts';
import { EventParticipant } from './event-participant.entity.ts';

const EventSponsorSchema = defineEntity({
  name: 'EventSponsor',
  tableName: 'event_sponsor',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    participant: () => p.manyToOne(EventParticipant).deleteRule('cascade'),
    /** The user who made the promise; null for one without an account, whom another service has brought. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    /** The name that is shown: that of the user or of a company. */
    name: p.string().length(storedLengths.name),
    amountPerMile: p.decimal('number').precision(8).scale(2),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** When the participant accepted the promise. Before that it is neither shown nor counted (decisions N25). */
    acceptedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
    /**
     * The post that announces the promise. It is null before the promise is accepted, and after the post is deleted.
     */
    post: () => p.manyToOne(Post).nullable().deleteRule('set null').index(),
  },
  indexes: [
    madeBy('create unique index event_sponsor_once on event_sponsor (participant_id, user_id)'),
    { name: 'event_sponsor_of_participant', properties: ['participant', 'id'] },
  ],
});

/** A promise to pay an amount for each mile of a participant. */
export class EventSponsor extends EventSponsorSchema.class {}
EventSponsorSchema.setClass(EventSponsor);
