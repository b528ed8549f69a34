import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Result of `reportPerson`, `reportPost`, `reportComment`, `reportMessage` and `reportPicture`.',
  simpleResolvers: true,
})
export class ReportPayload {
  @Field(() => Boolean, { description: 'True: staff will look at it.' })
  reported!: boolean;
}
