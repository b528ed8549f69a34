import { Field, ObjectType } from 'type-graphql';
import { User } from './user.type.ts';
import type { Ref } from '../rows.ts';
import { ViewerPayload } from './viewer.payloads.ts';

/** The result of a mutation that concerns another user. */
@ObjectType({ simpleResolvers: true })
export abstract class OtherUserPayload extends ViewerPayload {
  @Field(() => User, { description: 'The other user.' })
  user!: Ref<'User'>;
}
