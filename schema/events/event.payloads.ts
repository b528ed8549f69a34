import { Field, ObjectType } from 'type-graphql';
import { User } from '../people/user.type.ts';
import { EventParticipant } from './participant.type.ts';
import { Event } from './event.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of a mutation that makes or changes an event.', simpleResolvers: true })
export class EventPayload {
  @Field(() => Event, { description: 'The event as it is now.' })
  event!: Ref<'Event'>;
}

@ObjectType({ description: 'Result of a mutation that makes or changes a participation.', simpleResolvers: true })
export class EventParticipantPayload {
  @Field(() => EventParticipant, { description: 'The participation as it is now.' })
  participant!: Ref<'EventParticipant'>;
}

@ObjectType({ description: 'Result of `markFeatured`.', simpleResolvers: true })
export class MarkFeaturedPayload {
  @Field(() => User, { description: 'The user.' })
  user!: Ref<'User'>;
}
