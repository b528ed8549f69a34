import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Whom to block.' })
export class BlockUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'Whom to block no longer.' })
export class UnblockUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}
