import { InputType } from 'type-graphql';
import { editRule } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@InputType({ description: `Changes to your own user. ${editRule}` })
export class UpdateUserInput extends inputFields({
  id: ['ID', 'Your own id; it may be left out.'],
  firstName: ['String', 'Given name. It cannot be empty.'],
  lastName: ['String', 'Family name. It cannot be empty.'],
  validateOnly: ['Boolean!', 'Whether to only validate the fields and store nothing.', false],
}) {}
