import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'The person to mute.' })
export class MutePersonInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'The person to unmute.' })
export class UnmutePersonInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}
