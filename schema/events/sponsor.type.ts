import { Field, Float, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { DateTime } from '../scalars.ts';

@ObjectType({ description: "Somebody's promise to pay for each mile of a participant.", simpleResolvers: true })
export class EventSponsor {
  @Field(() => String, { description: 'As the sponsor wants to be called.' })
  name!: string;
  @Field(() => Float, { description: 'Money per mile.' })
  amountPerMile!: number;
  @Field(() => DateTime, { description: 'When it was promised.' })
  createdDate!: string;
}

@ObjectType({ description: 'A page of sponsors, oldest first.', simpleResolvers: true })
export class EventSponsorConnection extends connectionType(() => EventSponsor, 'EventSponsor', 'sponsors') {
  @Field(() => Int, { description: 'How many there are.' })
  totalCount!: number;
}
