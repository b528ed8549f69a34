import { Field, ObjectType } from 'type-graphql';
import { User } from '../people/user.type.ts';

@ObjectType({ description: 'Result of `blockUser` and `unblockUser`.', simpleResolvers: true })
export class BlockPayload {
  @Field(() => User, { description: 'The other user.' })
  user!: unknown;
}
