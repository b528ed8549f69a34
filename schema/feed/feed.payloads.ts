import { Field, ID, ObjectType } from 'type-graphql';
import { Workout } from '../workouts/workout.type.ts';
import { Post } from './post.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `editPost`.', simpleResolvers: true })
export class EditPostPayload {
  @Field(() => Post, { description: 'The post after the change.' })
  post!: Ref<'Post'>;
}

@ObjectType({ description: 'Result of `deletePost`.', simpleResolvers: true })
export class DeletePostPayload {
  @Field(() => ID, { description: 'Id of the deleted post.' })
  deletedId!: string;
  @Field(() => Workout, {
    nullable: true,
    description: 'Its workout, which is kept and has no post now. Null for a post about an event.',
  })
  workout!: Ref<'Workout'> | null | Promise<Ref<'Workout'> | null>;
}
