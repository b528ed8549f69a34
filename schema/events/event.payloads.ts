import { Field, ObjectType } from 'type-graphql';
import { User } from '../people/user.type.ts';
import { EventParticipant } from './participant.type.ts';
import { Event } from './event.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of a mutation that creates or changes an event.', simpleResolvers: true })
export class EventPayload {
  @Field(() => Event, { description: 'The event after the change.' })
  event!: Ref<'Event'>;
}

@ObjectType({ description: 'Result of a mutation that creates or changes a participation.', simpleResolvers: true })
export class EventParticipantPayload {
  @Field(() => EventParticipant, { description: 'The participation after the change.' })
  participant!: Ref<'EventParticipant'>;
}

@ObjectType({ description: 'Result of `markFeatured`.', simpleResolvers: true })
export class MarkFeaturedPayload {
  @Field(() => User, { description: 'The user.' })
  user!: Ref<'User'>;
}
