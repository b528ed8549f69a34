import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Which post.' })
export class LikePostInput {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}

@InputType({ description: 'Which comment.' })
export class LikeCommentInput {
  @Field(() => ID, { description: 'Id of the comment.' })
  id!: string;
}

@InputType({ description: 'Which post or comment.' })
export class ToggleLikeInput {
  @Field(() => ID, { description: 'Id of the post or comment.' })
  id!: string;
}
