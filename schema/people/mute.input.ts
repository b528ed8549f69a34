import { InputType } from 'type-graphql';
import { OtherUserInput } from './other-user.input.ts';

@InputType({ description: 'The user to mute.' })
export class MutePersonInput extends OtherUserInput {}

@InputType({ description: 'The user to unmute.' })
export class UnmutePersonInput extends OtherUserInput {}
