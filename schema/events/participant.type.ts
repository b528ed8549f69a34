import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Event } from './event.type.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'A user taking part in a charity event.', simpleResolvers: true })
export class EventParticipant extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => Event, { description: 'The event.' })
  event!: Ref<'Event'>;
  @Field(() => User, { description: 'Who takes part.' })
  user!: Ref<'User'>;
  @Field(() => String, { description: 'What they wrote about it; may be empty.' })
  description!: string;
  @Field(() => String, { description: 'Their public page; no key is needed.' })
  participantUrl!: string;
  @Field(() => Float, { description: 'Miles of their workouts while the event is on for them; computed when asked.' })
  totalMilesLogged!: number;
  @Field(() => Float, { description: "Money per mile: the event's and all sponsors'." })
  amountPerMile!: number;
  @Field(() => Float, { description: '`amountPerMile` × `totalMilesLogged`.' })
  totalRaised!: number;
  @Field(() => Int, { nullable: true, description: 'Their goal in miles; null without one.' })
  userGoalInMiles!: number | null;
  @Field(() => Boolean, { description: 'The event is on for them, and every workout of theirs counts.' })
  active!: boolean;
  @Field(() => Boolean, { description: 'Active, or the event has not yet started, or ended less than a week ago.' })
  hot!: boolean;
  @Field(() => DateTime, { description: 'When the event starts for them.' })
  startsDate!: string;
  @Field(() => DateTime, { description: 'When it is over for them.' })
  endsDate!: string;
  @Field(() => DateTime, { description: 'When they joined.' })
  joinedDate!: string;
  @Field(() => DateTime, { nullable: true, description: 'When they left; null while they take part.' })
  leftDate!: string | null;
}

@ObjectType({ description: 'A page of participants, newest first.', simpleResolvers: true })
export class EventParticipantConnection extends connectionType<RowOf<'EventParticipant'>>(
  () => EventParticipant,
  'EventParticipant',
  'participants',
) {
  @Field(() => Int, { description: 'How many there are that you may see.' })
  totalCount!: number | Promise<number>;
}
