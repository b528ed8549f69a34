import { InputType } from 'type-graphql';
import { OtherUserInput } from '../people/other-user.input.ts';

@InputType({ description: 'The user to block.' })
export class BlockUserInput extends OtherUserInput {}

@InputType({ description: 'The user to unblock.' })
export class UnblockUserInput extends OtherUserInput {}
