import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Preferences } from './preferences.type.ts';
import { OriginalsUsage } from '../workouts/originals-usage.type.ts';
import { Profile } from './profile.type.ts';
import { Stats } from './stats.type.ts';
import type { Ref } from '../rows.ts';
import { Cost } from '../prices.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'A user.', simpleResolvers: true })
@Scope('PEOPLE_READ')
export class User extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => String, { description: 'Given name.' })
  @Scope()
  firstName!: string;
  @Field(() => String, { description: 'Family name.' })
  @Scope()
  lastName!: string;
  @Field(() => DateTime, { description: 'When the account was created.' })
  @Scope()
  dateJoined!: string;
  @Field(() => String, { nullable: true, description: 'E-mail address. Visible to the user only.' })
  @Scope()
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'User name for the ApiKey header. Visible to the user only.' })
  @Scope()
  username!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'URL of the profile picture with 225 × 225 pixels. Null when there is none.',
  })
  @Scope()
  profileImage225Url!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'URL of the profile picture with 48 × 48 pixels. Null when there is none.',
  })
  @Scope()
  profileImage48Url!: string | null;
  @Field(() => Int, {
    nullable: true,
    description: 'The number of friend requests that wait for your answer. Null for other users.',
  })
  pendingFriendRequests!: number | null;
  @Field(() => Int, { nullable: true, description: 'The number of your unread messages. Null for other users.' })
  unreadMessages!: number | null;
  @Field(() => OriginalsUsage, {
    nullable: true,
    description: 'How much room the original files of your workouts take. Null for other users.',
  })
  originalsUsage!: OriginalsUsage | null;
  @Field(() => Preferences, { nullable: true, description: 'Preferences. Null for other users.' })
  preferences!: Ref<'Preferences'> | null;
  @Field(() => Profile, { description: 'Physical data and location.' })
  profile!: Ref<'Profile'>;
  // As ids, these require no scope and cost nothing: they are that of the user, but where a service was taken over.
  @Scope()
  @Cost(0)
  @Field(() => DatabaseId, { description: 'Integer id of the profile, as in the REST interface.' })
  databaseIdOfProfile!: number;
  @Scope()
  @Cost(0)
  @Field(() => DatabaseId, { description: 'Integer id of the preferences, as in the REST interface.' })
  databaseIdOfPreferences!: number;
  @Scope()
  @Cost(0)
  @Field(() => DatabaseId, { description: 'Integer id of the statistics, as in the REST interface.' })
  databaseIdOfStats!: number;
  @Field(() => Stats, { description: 'Running statistics.' })
  stats!: Ref<'Stats'>;
}
