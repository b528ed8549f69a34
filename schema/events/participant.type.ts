import { currency } from '../lengths.ts';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Event } from './event.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'The participation of a user in a charity event.', simpleResolvers: true })
@Scope('EVENTS_READ')
export class EventParticipant extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => Event, { description: 'The event.' })
  event!: Ref<'Event'>;
  @Field(() => User, { description: 'The participant.' })
  user!: Ref<'User'>;
  @Field(() => String, { description: "The participant's text; may be empty." })
  description!: string;
  @Field(() => String, {
    description: 'URL of the public web page of the participant, which works without an API key.',
  })
  participantUrl!: string;
  @Field(() => Float, {
    description: "The miles of the participant's workouts during the event, computed on each request.",
  })
  totalMilesLogged!: number;
  @Field(() => Float, {
    description: `Amount per mile of the event and of all accepted sponsors together. ${currency}`,
  })
  amountPerMile!: number;
  @Field(() => Float, { description: `\`amountPerMile\` × \`totalMilesLogged\`. ${currency}` })
  totalRaised!: number;
  @Field(() => Int, { nullable: true, description: "The participant's goal in miles. Null when no goal is set." })
  userGoalInMiles!: number | null;
  @Field(() => Boolean, {
    description: 'Whether the event is in progress for the participant, so that each workout counts.',
  })
  active!: boolean;
  @Field(() => Boolean, {
    description:
      'Whether the participation is active, or the event has not yet started, or it ended less than a week ago.',
  })
  hot!: boolean;
  @Field(() => DateTime, { description: 'When the event starts for the participant.' })
  startsDate!: string;
  @Field(() => DateTime, { description: 'When the event ends for the participant.' })
  endsDate!: string;
  @Field(() => DateTime, { description: 'When the participant joined.' })
  joinedDate!: string;
  @Field(() => DateTime, { nullable: true, description: 'When the participant left. Null while the user takes part.' })
  leftDate!: string | null;
}

@ObjectType({ description: 'A page of participants, newest first.', simpleResolvers: true })
export class EventParticipantConnection extends connectionType<RowOf<'EventParticipant'>>(
  () => EventParticipant,
  'EventParticipant',
  'participants',
) {
  @Field(() => Int, { description: 'The total number of items that you may see.' })
  totalCount!: number | Promise<number>;
}
