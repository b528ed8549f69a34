import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { FriendshipStatus as StatusWord } from '../../src/domain/friendships/friendship.queries.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { FriendshipStatus } from '../enums.ts';

@ArgsType()
export class FriendshipArgs {
  @Field(() => ID, { description: 'Id of the friendship.' })
  id!: string;
}

@ArgsType()
export class FriendshipsArgs extends ForwardPage {
  @Field(() => ID, { nullable: true, description: 'Whose; your own when left out.' })
  userId?: string | null;
  @Field(() => FriendshipStatus, {
    nullable: true,
    description: 'Only those in this status; PENDING only for your own. All that you may see when left out.',
  })
  status?: StatusWord | null;
}

@ArgsType()
export class FriendshipWithArgs {
  @Field(() => ID, { description: 'Id of one of the two users.' })
  userId!: string;
  @Field(() => ID, { nullable: true, description: 'Id of the other one; you when left out.' })
  ofId?: string | null;
  @Field(() => FriendshipStatus, {
    defaultValue: 'Accepted',
    description: 'The status it must be in; PENDING only for your own.',
  })
  status!: StatusWord;
}

@InputType({ description: 'Whom to ask for friendship.' })
export class RequestFriendshipInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'Which request to accept.' })
export class AcceptFriendshipInput {
  @Field(() => ID, { description: 'Id of the friendship.' })
  id!: string;
}

@InputType({ description: 'Which friendship to end, or which request to decline or take back.' })
export class EndFriendshipInput {
  @Field(() => ID, { description: 'Id of the friendship.' })
  id!: string;
}

@InputType({ description: 'Whom to invite.' })
export class InviteInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
  @Field(() => String, { nullable: true, description: 'Their name, for the mail.' })
  name?: string | null;
}
