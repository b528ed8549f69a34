import { Field, ObjectType } from 'type-graphql';
import { Preferences } from './preferences.type.ts';
import { Profile } from './profile.type.ts';
import { User } from './user.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `updateUser`.', simpleResolvers: true })
export class UpdateUserPayload {
  @Field(() => User, { description: 'The user after the change.' })
  user!: Ref<'User'>;
}

@ObjectType({ description: 'Result of `updatePreferences`.', simpleResolvers: true })
export class UpdatePreferencesPayload {
  @Field(() => Preferences, { description: 'The preferences after the change.' })
  preferences!: Ref<'Preferences'>;
}

@ObjectType({ description: 'Result of `updateProfile`.', simpleResolvers: true })
export class UpdateProfilePayload {
  @Field(() => Profile, { description: 'The profile after the change.' })
  profile!: Ref<'Profile'>;
}
