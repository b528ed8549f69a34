import { Field, ObjectType } from 'type-graphql';
import { User } from '../people/user.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `blockUser` and `unblockUser`.', simpleResolvers: true })
export class BlockPayload {
  @Field(() => User, { description: 'The other user.' })
  user!: Ref<'User'>;
}
