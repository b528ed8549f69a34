import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Result of `deletePost`.', simpleResolvers: true })
export class DeletePostPayload {
  @Field(() => ID, { description: 'Id of the deleted post.' })
  deletedId!: string;
}
