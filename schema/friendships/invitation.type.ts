import { Field, Int, ObjectType } from 'type-graphql';
import type { InvitationRow } from '../../src/domain/friendships/sent-invitations.ts';
import { connectionType } from '../pagination/connection.ts';
import { DateTime } from '../scalars.ts';

@ObjectType({
  description: 'An invitation that you have sent, and whose address is not proven yet.',
  simpleResolvers: true,
})
export class Invitation {
  @Field(() => String, { description: 'The e-mail address that was invited.' })
  email!: string;
  @Field(() => String, { description: 'The name of the person; may be empty.' })
  name!: string;
  @Field(() => DateTime, { description: 'When the person was invited first.' })
  createdDate!: string;
  @Field(() => DateTime, { description: 'When the latest mail was sent.' })
  mailedDate!: string;
}

@ObjectType({ description: 'A page of invitations.', simpleResolvers: true })
export class InvitationConnection extends connectionType<InvitationRow>(() => Invitation, 'Invitation', 'invitations') {
  @Field(() => Int, { description: 'The total number of invitations.' })
  totalCount!: number | Promise<number>;
}
