import { Field, Int, ObjectType } from 'type-graphql';
import type { InvitationRow } from '../../src/domain/friendships/sent-invitations.ts';
import { connectionType } from '../pagination/connection.ts';
import { outputFields } from '../fields.ts';

@ObjectType({
  description: 'An invitation that you have sent, and whose address is not proven yet.',
})
export class Invitation extends outputFields({
  email: ['String!', 'The e-mail address that was invited.'],
  name: ['String!', 'The name of the person; may be empty.'],
  createdDate: ['DateTime!', 'When the person was invited first.'],
  mailedDate: ['DateTime!', 'When the latest mail was sent.'],
}) {}

@ObjectType({ description: 'A page of invitations.', simpleResolvers: true })
export class InvitationConnection extends connectionType<InvitationRow>(() => Invitation, 'Invitation', 'invitations') {
  @Field(() => Int, { description: 'The total number of invitations.' })
  totalCount!: number | Promise<number>;
}
