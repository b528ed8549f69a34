import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'The user to block.' })
export class BlockUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'The user to unblock.' })
export class UnblockUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}
