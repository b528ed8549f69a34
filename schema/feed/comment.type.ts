import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { aboutLikeCount, Likeable } from './likeable.type.ts';
import { Post } from './post.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: [Node, Likeable], description: 'A comment on a post.', simpleResolvers: true })
@Scope('FEED_READ')
export class Comment extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => Post, { description: 'The post that it belongs to.' })
  post!: Ref<'Post'>;
  @Field(() => User, { description: 'The author.' })
  user!: Ref<'User'>;
  @Field(() => String, { description: 'Text.' })
  comment!: string;
  @Field(() => DateTime, { description: 'When it was written.' })
  submitDate!: string;
  @Field(() => Int, { description: aboutLikeCount })
  likeCount!: number;
  @Field(() => Boolean, { description: 'Whether staff have hidden it. Then only its author sees it.' })
  isHidden!: boolean;
  @Field(() => Boolean, { description: 'Whether you may edit it: it is yours.' })
  viewerCanEdit!: boolean;
  @Field(() => Boolean, { description: 'Whether you may delete it: it is yours, or on your post.' })
  viewerCanDelete!: boolean;
}

@ObjectType({ description: 'A page of comments, oldest first.', simpleResolvers: true })
export class CommentConnection extends connectionType<RowOf<'Comment'>>(() => Comment, 'Comment', 'comments') {
  @Field(() => Int, { description: 'The total number of items that you may see.' })
  totalCount!: number | Promise<number>;
}
