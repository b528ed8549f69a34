import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { RowOf } from '../rows.ts';

@ObjectType({
  implements: Node,
  description: "Somebody's promise to pay for each mile of a participant. It is shown and counted once it is accepted.",
  simpleResolvers: true,
})
export class EventSponsor extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id.' })
  declare databaseId: number;
  @Field(() => String, { description: 'As the sponsor wants to be called.' })
  name!: string;
  @Field(() => Float, { description: 'Money per mile.' })
  amountPerMile!: number;
  @Field(() => DateTime, { description: 'When it was promised.' })
  createdDate!: string;
  @Field(() => DateTime, { nullable: true, description: 'When the participant accepted it; null until then.' })
  acceptedDate!: string | null;
}

@ObjectType({ description: 'A page of sponsors, oldest first.', simpleResolvers: true })
export class EventSponsorConnection extends connectionType<RowOf<'EventSponsor'>>(
  () => EventSponsor,
  'EventSponsor',
  'sponsors',
) {
  @Field(() => Int, { description: 'How many there are.' })
  totalCount!: number | Promise<number>;
}
