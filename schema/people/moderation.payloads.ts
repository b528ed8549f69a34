import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Result of `hideContent` and `restoreContent`.', simpleResolvers: true })
export class ModerateContentPayload {
  @Field(() => ID, { description: 'Id of the content.' })
  id!: string;
  @Field(() => Boolean, { description: 'Whether the content is now hidden.' })
  isHidden!: boolean;
}

@ObjectType({ description: 'Result of `suspendPerson` and `unsuspendPerson`.', simpleResolvers: true })
export class ModeratePersonPayload {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
  @Field(() => Boolean, { description: 'Whether the account is now suspended.' })
  isSuspended!: boolean;
}

@ObjectType({ description: 'Result of `dismissReport`.', simpleResolvers: true })
export class DismissReportPayload {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;
}
