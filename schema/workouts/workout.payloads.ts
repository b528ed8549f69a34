import { Field, ID, ObjectType } from 'type-graphql';
import { ViewerPayload } from '../people/viewer.payloads.ts';
import { Workout } from './workout.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of a mutation that stores or changes a workout.', simpleResolvers: true })
export class WorkoutPayload {
  @Field(() => Workout, { description: 'The workout as stored.' })
  workout!: Ref<'Workout'>;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the uploaded file is kept as `original` of the workout. It is false if the quota of original files is used up. Null if no file was sent.',
  })
  originalKept?: boolean | null;
}

@ObjectType({ description: 'Result of `deleteWorkout`.', simpleResolvers: true })
export class DeleteWorkoutPayload extends ViewerPayload {
  @Field(() => ID, { description: 'Id of the deleted workout.' })
  deletedId!: string;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of its post, which is deleted with it. Null when the post had been deleted before.',
  })
  deletedPostId!: string | null;
}

@ObjectType({ description: 'Result of `shareWorkout`.', simpleResolvers: true })
export class ShareWorkoutPayload {
  @Field(() => Boolean, { description: 'Whether it was shared.' })
  success!: boolean;
  @Field(() => String, {
    nullable: true,
    description: 'Id of the post in the social network. Null when it was not shared.',
  })
  postId!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'What was wrong with the request, if it was not shared for that reason.',
  })
  message!: string | null;
}
