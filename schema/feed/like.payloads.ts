import { Field, Int, ObjectType } from 'type-graphql';
import { Comment } from './comment.type.ts';
import { Post } from './post.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `toggleLike`.', simpleResolvers: true })
export class ToggleLikePayload {
  @Field(() => Boolean, { description: 'Whether you like it now.' })
  liked!: boolean;
  @Field(() => Int, { description: 'How many do.' })
  likeCount!: number;
}

@ObjectType({ description: 'Result of `likePost` and `unlikePost`.', simpleResolvers: true })
export class LikePostPayload {
  @Field(() => Post, { description: 'The post as it is now.' })
  post!: Ref<'Post'>;
}

@ObjectType({ description: 'Result of `likeComment` and `unlikeComment`.', simpleResolvers: true })
export class LikeCommentPayload {
  @Field(() => Comment, { description: 'The comment as it is now.' })
  comment!: Ref<'Comment'>;
}
