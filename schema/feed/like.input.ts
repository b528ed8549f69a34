import { InputType } from 'type-graphql';
import { inputFields } from '../fields.ts';

@InputType({ description: 'The post.' })
export class LikePostInput extends inputFields({ id: ['ID!', 'Id of the post.'] }) {}

@InputType({ description: 'The comment.' })
export class LikeCommentInput extends inputFields({ id: ['ID!', 'Id of the comment.'] }) {}

@InputType({ description: 'The post or comment.' })
export class ToggleLikeInput extends inputFields({ id: ['ID!', 'Id of the post or comment.'] }) {}
