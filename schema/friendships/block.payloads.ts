import { ObjectType } from 'type-graphql';
import { OtherUserPayload } from '../people/other-user.payloads.ts';

@ObjectType({ description: 'Result of `blockUser` and `unblockUser`.', simpleResolvers: true })
export class BlockPayload extends OtherUserPayload {}
