import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Changes to your own user. Fields that are left out keep their values.' })
export class UpdateUserInput {
  @Field(() => ID, { description: 'Id of the user.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Given name.' })
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: 'Family name.' })
  lastName?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Whether to only validate the fields and store nothing.' })
  validateOnly!: boolean;
}
