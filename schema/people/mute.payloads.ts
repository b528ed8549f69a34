import { ObjectType } from 'type-graphql';
import { OtherUserPayload } from './other-user.payloads.ts';

@ObjectType({ description: 'Result of `mutePerson` and `unmutePerson`.', simpleResolvers: true })
export class MutePayload extends OtherUserPayload {}
