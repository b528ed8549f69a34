import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { DatabaseId } from '../scalars.ts';
import { EventParticipant } from './participant.type.ts';
import { WallClock } from './wall-clock.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'A charity event: each mile raises money.', simpleResolvers: true })
export class Event extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => String, { description: 'Name.' })
  name!: string;
  @Field(() => String, { description: 'URL of its logo; may be empty.' })
  eventLogo!: string;
  @Field(() => String, { description: 'URL of its home page.' })
  homeUrl!: string;
  @Field(() => String, { description: 'URL with more about it; may be empty.' })
  infoUrl!: string;
  @Field(() => WallClock, { description: "When it starts, in each participant's time zone." })
  startDate!: string;
  @Field(() => WallClock, { description: 'When it ends; midnight means to the end of that day.' })
  endDate!: string;
  @Field(() => Float, { description: 'Money that every participant earns per mile, before sponsors.' })
  amountPerMile!: number;
  @Field(() => EventParticipant, { nullable: true, description: 'Your own participation; null when you never joined.' })
  viewerParticipation!: Ref<'EventParticipant'> | null;
}

@ObjectType({ description: 'A page of charity events, newest first.', simpleResolvers: true })
export class EventConnection extends connectionType<RowOf<'Event'>>(() => Event, 'Event', 'events') {
  @Field(() => Int, { description: 'How many there are.' })
  totalCount!: number | Promise<number>;
}
