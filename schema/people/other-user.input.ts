import { Field, ID, InputType } from 'type-graphql';

/** The input of a mutation that concerns another user. */
@InputType()
export abstract class OtherUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}
