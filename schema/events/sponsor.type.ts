import { currency } from '../lengths.ts';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref, RowOf } from '../rows.ts';
import { EventParticipant } from './participant.type.ts';
import { Scope } from '../scope.ts';

@ObjectType({
  implements: Node,
  description: 'A promise to pay for each mile of a participant. It is shown and counted once it is accepted.',
  simpleResolvers: true,
})
@Scope('EVENTS_READ')
export class EventSponsor extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id.' })
  declare databaseId: number;
  @Field(() => EventParticipant, { description: 'The participant to whom it was promised.' })
  participant!: Ref<'EventParticipant'>;
  @Field(() => String, { description: 'The name that the sponsor has chosen.' })
  name!: string;
  @Field(() => Float, { description: `Amount per mile. ${currency}` })
  amountPerMile!: number;
  @Field(() => DateTime, { description: 'When the promise was made.' })
  createdDate!: string;
  @Field(() => DateTime, { nullable: true, description: 'When the participant accepted it. Null until then.' })
  acceptedDate!: string | null;
}

@ObjectType({ description: 'A page of sponsors, oldest first.', simpleResolvers: true })
export class EventSponsorConnection extends connectionType<RowOf<'EventSponsor'>>(
  () => EventSponsor,
  'EventSponsor',
  'sponsors',
) {
  @Field(() => Int, { description: 'The total number of items.' })
  totalCount!: number | Promise<number>;
}
