import { InputType } from 'type-graphql';
import { inputFields } from '../fields.ts';

/** The input of a mutation that concerns another user. */
@InputType()
export abstract class OtherUserInput extends inputFields({ userId: ['ID!', 'Id of the user.'] }) {}
