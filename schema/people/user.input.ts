import { Field, ID, InputType } from 'type-graphql';
import { editRule } from '../lengths.ts';

@InputType({ description: `Changes to your own user. ${editRule}` })
export class UpdateUserInput {
  @Field(() => ID, { nullable: true, description: 'Your own id; it may be left out.' })
  id?: string | null;
  @Field(() => String, { nullable: true, description: 'Given name. It cannot be empty.' })
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: 'Family name. It cannot be empty.' })
  lastName?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Whether to only validate the fields and store nothing.' })
  validateOnly!: boolean;
}
