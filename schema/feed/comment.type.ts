import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Post } from './post.type.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'What somebody wrote below a post.', simpleResolvers: true })
export class Comment extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => Post, { description: 'The post it stands below.' })
  post!: Ref<'Post'>;
  @Field(() => User, { description: 'Who wrote it.' })
  user!: Ref<'User'>;
  @Field(() => String, { description: 'Text.' })
  comment!: string;
  @Field(() => DateTime, { description: 'When it was written.' })
  submitDate!: string;
  @Field(() => [DatabaseId], { description: 'Integer ids of the users who like it, oldest like first.' })
  likers!: number[];
  @Field(() => Boolean, { description: 'Whether you like it.' })
  viewerLikes!: boolean;
}

@ObjectType({ description: 'A page of comments, oldest first.', simpleResolvers: true })
export class CommentConnection extends connectionType<RowOf<'Comment'>>(() => Comment, 'Comment', 'comments') {
  @Field(() => Int, { description: 'How many there are that you may see.' })
  totalCount!: number | Promise<number>;
}
