import { ArgsType, InputType } from 'type-graphql';
import { TwoWayPage } from '../pagination/page.input.ts';
import { longest } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class CommentsArgs extends inputFields(TwoWayPage, { postId: ['ID!', 'Id of the post.'] }) {}

@InputType({ description: 'The comment to add.' })
export class AddCommentInput extends inputFields({
  postId: ['ID!', 'Id of the post.'],
  comment: ['String!', `Text, up to ${longest('text')}.`],
}) {}

@InputType({ description: 'The new text of a comment.' })
export class EditCommentInput extends inputFields({
  id: ['ID!', 'Id of the comment.'],
  comment: ['String!', `Text, up to ${longest('text')}.`],
}) {}

@InputType({ description: 'The comment to delete.' })
export class DeleteCommentInput extends inputFields({ id: ['ID!', 'Id of the comment.'] }) {}
