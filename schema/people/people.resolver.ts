import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { profilePictureUrl } from '../../src/domain/media-urls/media-urls.ts';
import { findUser } from '../../src/domain/people/find-user.ts';
import { updatePreferences } from '../../src/domain/people/update-preferences.ts';
import { updateProfile } from '../../src/domain/people/update-profile.ts';
import { updateUser } from '../../src/domain/people/update-user.ts';
import type { FoundUser } from '../../src/domain/people/search.queries.ts';
import type { UserRow } from '../../src/domain/people/user.queries.ts';
import { databaseIdOf } from '../global-id.ts';
import { UpdatePreferencesInput } from './preferences.input.ts';
import { UpdateProfileInput } from './profile.input.ts';
import { UpdatePreferencesPayload, UpdateProfilePayload, UpdateUserPayload } from './people.payloads.ts';
import { Preferences } from './preferences.type.ts';
import { Profile } from './profile.type.ts';
import { Stats } from './stats.type.ts';
import { UpdateUserInput } from './user.input.ts';
import { User } from './user.type.ts';

@ArgsType()
class UserArgs {
  @Field(() => ID, { description: 'Id of the user.' })
  id!: string;
}

/** A user, or a reference to one: its other fields are loaded when they are asked for. */
type UserRef = Pick<UserRow, 'id'> & Partial<UserRow>;

@Resolver(() => User)
export class PeopleResolver {
  @Query(() => User, { description: 'The signed-in user.' })
  async me(@Ctx() context: Context): Promise<unknown> {
    return findUser(context, viewerOf(context).id);
  }

  @Query(() => User, {
    nullable: true,
    description: 'One user. Null when the user does not exist or you may not see them.',
  })
  user(@Args() { id }: UserArgs, @Ctx() context: Context): Promise<unknown> {
    return findUser(context, databaseIdOf('User', id));
  }

  @Mutation(() => UpdateUserPayload, { description: 'Changes your own names.' })
  async updateUser(
    @Arg('input', () => UpdateUserInput) { id, validateOnly, ...changes }: UpdateUserInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return { user: await updateUser(context, databaseIdOf('User', id, 'id'), changes, validateOnly) };
  }

  @Mutation(() => UpdatePreferencesPayload, { description: 'Changes your own preferences.' })
  async updatePreferences(
    @Arg('input', () => UpdatePreferencesInput) { id, validateOnly, ...changes }: UpdatePreferencesInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const preferencesId = databaseIdOf('Preferences', id, 'id');
    return { preferences: await updatePreferences(context, preferencesId, changes, validateOnly) };
  }

  @Mutation(() => UpdateProfilePayload, { description: 'Changes your own profile.' })
  async updateProfile(
    @Arg('input', () => UpdateProfileInput) { id, validateOnly, ...changes }: UpdateProfileInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return { profile: await updateProfile(context, databaseIdOf('Profile', id, 'id'), changes, validateOnly) };
  }

  @FieldResolver(() => Preferences)
  preferences(@Root() user: UserRef, @Ctx() { viewer }: Context): unknown {
    return user.id === viewer?.id ? { id: user.id } : null;
  }

  @FieldResolver(() => Profile)
  profile(@Root() { id, locationName }: UserRef & Partial<FoundUser>): unknown {
    return { id, locationName };
  }

  @FieldResolver(() => Stats)
  stats(@Root() user: UserRef): unknown {
    return { id: user.id };
  }

  @FieldResolver(() => String)
  email(@Root() user: UserRef, @Ctx() { viewer }: Context): string | null {
    return user.id === viewer?.id ? viewer.email : null;
  }

  @FieldResolver(() => String)
  username(@Root() user: UserRef, @Ctx() { viewer }: Context): string | null {
    return user.id === viewer?.id ? viewer.username : null;
  }

  @FieldResolver(() => String)
  profileImage225Url(@Root() user: UserRef, @Ctx() context: Context): string | null | Promise<string | null> {
    return profileUrl(user, context, '225');
  }

  @FieldResolver(() => String)
  profileImage48Url(@Root() user: UserRef, @Ctx() context: Context): string | null | Promise<string | null> {
    return profileUrl(user, context, '48');
  }

  @FieldResolver(() => Number)
  async pendingFriendRequests(@Root() user: UserRef, @Ctx() context: Context): Promise<number> {
    return user.id === context.viewer?.id ? ((await context.loaders.pendingRequests.load(user.id)) ?? 0) : 0;
  }

  @FieldResolver(() => Number)
  unreadMessages(@Root() user: UserRef, @Ctx() context: Context): number | Promise<number> {
    return user.id === context.viewer?.id ? context.loaders.unreadMessages.load(user.id) : 0;
  }
}

/** Signed URL of a profile picture; at once where the row is there, as in every list. */
function profileUrl(
  { id, imageKey }: UserRef,
  context: Context,
  size: '225' | '48',
): string | null | Promise<string | null> {
  const urlOf = (key: string | null | undefined) => (key ? profilePictureUrl(context, id, key, size) : null);
  return imageKey === undefined ? context.loaders.users.load(id).then((row) => urlOf(row?.imageKey)) : urlOf(imageKey);
}
