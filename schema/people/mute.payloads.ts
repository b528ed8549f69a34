import { Field, ObjectType } from 'type-graphql';
import { User } from './user.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `mutePerson` and `unmutePerson`.', simpleResolvers: true })
export class MutePayload {
  @Field(() => User, { description: 'The other user.' })
  user!: Ref<'User'>;
}
