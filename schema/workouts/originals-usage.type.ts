import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({ description: 'How much room the original files of your workouts take.', simpleResolvers: true })
export class OriginalsUsage {
  @Field(() => Float, { description: 'The sum of their sizes in bytes.' })
  usedBytes!: number;
  @Field(() => Float, {
    description: 'The largest sum that is kept. A workout whose file exceeds it is stored without its file.',
  })
  quotaBytes!: number;
}
