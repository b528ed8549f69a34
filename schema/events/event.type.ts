import { currency } from '../lengths.ts';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { DatabaseId } from '../scalars.ts';
import { EventParticipant } from './participant.type.ts';
import { WallClock } from './wall-clock.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({
  implements: Node,
  description: 'A charity event, in which each mile raises money.',
  simpleResolvers: true,
})
@Scope('EVENTS_READ')
export class Event extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => String, { description: 'Name.' })
  name!: string;
  @Field(() => String, { description: 'URL of its logo; may be empty.' })
  eventLogo!: string;
  @Field(() => String, { description: 'URL of its home page; empty for old events without one.' })
  homeUrl!: string;
  @Field(() => String, { description: 'URL of a page with more information; may be empty.' })
  infoUrl!: string;
  @Field(() => WallClock, { description: 'When it starts, in the time zone of each participant.' })
  startDate!: string;
  @Field(() => WallClock, { description: 'When it ends. Midnight means the end of that day.' })
  endDate!: string;
  @Field(() => Float, { description: `Amount that each participant raises per mile, without sponsors. ${currency}` })
  amountPerMile!: number;
  @Field(() => EventParticipant, {
    nullable: true,
    description: 'Your own participation. Null when you have never joined.',
  })
  viewerParticipation!: Ref<'EventParticipant'> | null;
}

@ObjectType({ description: 'A page of charity events, newest first.', simpleResolvers: true })
export class EventConnection extends connectionType<RowOf<'Event'>>(() => Event, 'Event', 'events') {
  @Field(() => Int, { description: 'The total number of items.' })
  totalCount!: number | Promise<number>;
}
