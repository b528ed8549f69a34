import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: "Changes to one's own user; what is left out stays." })
export class UpdateUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Given name.' })
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: 'Family name.' })
  lastName?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Only say what is not valid: nothing is stored.' })
  validateOnly!: boolean;
}
