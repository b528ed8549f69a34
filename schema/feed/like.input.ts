import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'The post.' })
export class LikePostInput {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}

@InputType({ description: 'The comment.' })
export class LikeCommentInput {
  @Field(() => ID, { description: 'Id of the comment.' })
  id!: string;
}

@InputType({ description: 'The post or comment.' })
export class ToggleLikeInput {
  @Field(() => ID, { description: 'Id of the post or comment.' })
  id!: string;
}
