import { Field, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { User } from './user.type.ts';
import type { RowOf } from '../rows.ts';

@ObjectType({ description: 'A page of users.', simpleResolvers: true })
export class UserConnection extends connectionType<RowOf<'User'>>(() => User, 'User', 'users') {
  @Field(() => Int, { description: 'The total number of users; of a search, at most 1000.' })
  totalCount!: number | Promise<number>;
}
