import { Field, ObjectType } from 'type-graphql';
import { Preferences } from './preferences.type.ts';
import { Profile } from './profile.type.ts';
import { User } from './user.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `updateUser`.', simpleResolvers: true })
export class UpdateUserPayload {
  @Field(() => User, { description: 'The user as changed.' })
  user!: Ref<'User'>;
}

@ObjectType({ description: 'Result of `updatePreferences`.', simpleResolvers: true })
export class UpdatePreferencesPayload {
  @Field(() => Preferences, { description: 'The preferences as changed.' })
  preferences!: Ref<'Preferences'>;
}

@ObjectType({ description: 'Result of `updateProfile`.', simpleResolvers: true })
export class UpdateProfilePayload {
  @Field(() => Profile, { description: 'The profile as changed.' })
  profile!: Ref<'Profile'>;
}
