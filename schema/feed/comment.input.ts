import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { TwoWayPage } from '../pagination/page.input.ts';
import { longest } from '../lengths.ts';

@ArgsType()
export class CommentsArgs extends TwoWayPage {
  @Field(() => ID, { description: 'Id of the post.' })
  postId!: string;
}

@InputType({ description: 'The comment to add.' })
export class AddCommentInput {
  @Field(() => ID, { description: 'Id of the post.' })
  postId!: string;
  @Field(() => String, { description: `Text, up to ${longest('text')}.` })
  comment!: string;
}

@InputType({ description: 'The new text of a comment.' })
export class EditCommentInput {
  @Field(() => ID, { description: 'Id of the comment.' })
  id!: string;
  @Field(() => String, { description: `Text, up to ${longest('text')}.` })
  comment!: string;
}

@InputType({ description: 'The comment to delete.' })
export class DeleteCommentInput {
  @Field(() => ID, { description: 'Id of the comment.' })
  id!: string;
}
