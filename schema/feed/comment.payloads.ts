import { Field, ID, ObjectType } from 'type-graphql';
import { Comment } from './comment.type.ts';
import { Post } from './post.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `addComment`.', simpleResolvers: true })
export class AddCommentPayload {
  @Field(() => Comment, { description: 'The comment as stored.' })
  comment!: Ref<'Comment'>;
}

@ObjectType({ description: 'Result of `editComment`.', simpleResolvers: true })
export class EditCommentPayload {
  @Field(() => Comment, { description: 'The comment after the change.' })
  comment!: Ref<'Comment'>;
}

@ObjectType({ description: 'Result of `deleteComment`.', simpleResolvers: true })
export class DeleteCommentPayload {
  @Field(() => ID, { description: 'Id of the deleted comment.' })
  deletedId!: string;
  @Field(() => Post, {
    nullable: true,
    description: 'The post without the comment. Null when you may no longer see it.',
  })
  post!: Ref<'Post'> | null | Promise<Ref<'Post'> | null>;
}
