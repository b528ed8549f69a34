import { Field, Int, ObjectType } from 'type-graphql';
import { Comment } from './comment.type.ts';
import { Likeable } from './likeable.type.ts';
import { Post } from './post.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `toggleLike`.', simpleResolvers: true })
export class ToggleLikePayload {
  @Field(() => Boolean, { description: 'Whether you like it after the change.' })
  liked!: boolean;
  @Field(() => Int, { description: 'The number of users who like it.' })
  likeCount!: number;
  @Field(() => Likeable, { description: 'The post or comment after the change.' })
  subject!: (Ref<'Post'> | Ref<'Comment'>) & { __typename: 'Post' | 'Comment' };
}

@ObjectType({ description: 'Result of `likePost` and `unlikePost`.', simpleResolvers: true })
export class LikePostPayload {
  @Field(() => Post, { description: 'The post after the change.' })
  post!: Ref<'Post'>;
}

@ObjectType({ description: 'Result of `likeComment` and `unlikeComment`.', simpleResolvers: true })
export class LikeCommentPayload {
  @Field(() => Comment, { description: 'The comment after the change.' })
  comment!: Ref<'Comment'>;
}
