import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Preferences } from './preferences.type.ts';
import { Profile } from './profile.type.ts';
import { Stats } from './stats.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ implements: Node, description: 'Somebody with an account.', simpleResolvers: true })
export class User extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => String, { description: 'Given name.' })
  firstName!: string;
  @Field(() => String, { description: 'Family name.' })
  lastName!: string;
  @Field(() => DateTime, { description: 'When the account was made.' })
  dateJoined!: string;
  @Field(() => String, { nullable: true, description: 'E-mail address; shown to its owner only.' })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'Name for the ApiKey header; shown to its owner only.' })
  username!: string | null;
  @Field(() => String, { nullable: true, description: 'Profile picture, 225 pixels square; null without one.' })
  profileImage225Url!: string | null;
  @Field(() => String, { nullable: true, description: 'Profile picture, 48 pixels square; null without one.' })
  profileImage48Url!: string | null;
  @Field(() => Int, { description: 'Friend requests waiting for an answer; 0 for anyone but oneself.' })
  pendingFriendRequests!: number;
  @Field(() => Int, { description: 'Unread messages; 0 for anyone but oneself.' })
  unreadMessages!: number;
  @Field(() => Preferences, { nullable: true, description: 'How they want things shown; null for anyone but oneself.' })
  preferences!: Ref<'Preferences'> | null;
  @Field(() => Profile, { description: 'Facts about their body and place.' })
  profile!: Ref<'Profile'>;
  @Field(() => Stats, { description: 'Their running figures.' })
  stats!: Ref<'Stats'>;
}
