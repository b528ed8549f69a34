import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Result of `reportPerson`, `reportPost`, `reportComment`, `reportMessage` and `reportPicture`.',
  simpleResolvers: true,
})
export class ReportPayload {
  @Field(() => Boolean, { description: 'Always true. The staff will review the report.' })
  reported!: boolean;
}

@ObjectType({ description: 'Result of `withdrawReport`.', simpleResolvers: true })
export class WithdrawReportPayload {
  @Field(() => Boolean, { description: 'Always true.' })
  withdrawn!: boolean;
}
