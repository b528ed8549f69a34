import { unreadMessagesLoader } from '../../src/domain/conversations/conversation.loaders.ts';
import { pendingRequestsLoader } from '../../src/domain/friendships/friendship.loaders.ts';
import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  Info,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { includes, scopeBits } from '../../src/domain/rules/scopes.ts';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { Failure } from '../../src/errors.ts';
import { profilePictureUrl } from '../../src/domain/rules/media-urls.ts';
import { findUser, findUserWithProfile } from '../../src/domain/people/find-user.ts';
import { updatePreferences } from '../../src/domain/people/update-preferences.ts';
import { updateProfile } from '../../src/domain/people/update-profile.ts';
import { updateUser } from '../../src/domain/people/update-user.ts';
import type { UserWithProfile } from '../../src/domain/people/profile.queries.ts';
import type { FoundUser } from '../../src/domain/people/search.queries.ts';
import { databaseIdOf } from '../global-id.ts';
import { UpdatePreferencesInput } from './preferences.input.ts';
import { UpdateProfileInput } from './profile.input.ts';
import { Preferences } from './preferences.type.ts';
import { Profile } from './profile.type.ts';
import { Stats } from './stats.type.ts';
import { UpdateUserInput } from './user.input.ts';
import { User } from './user.type.ts';
import { ownOriginalsUsage } from '../../src/domain/workouts/originals/own-original.ts';
import { OriginalsUsage } from '../workouts/originals-usage.type.ts';
import { selects } from '../selects.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { outputFields } from '../fields.ts';
import { inputFields } from '../fields.ts';

@ObjectType({ description: 'Result of `updateUser`.' })
class UpdateUserPayload extends outputFields({ user: ['User!', 'The user after the change.'] }) {}

@ObjectType({ description: 'Result of `updatePreferences`.' })
class UpdatePreferencesPayload extends outputFields({
  preferences: ['Preferences!', 'The preferences after the change.'],
}) {}

@ObjectType({ description: 'Result of `updateProfile`.' })
class UpdateProfilePayload extends outputFields({ profile: ['Profile!', 'The profile after the change.'] }) {}

@ArgsType()
class UserArgs extends inputFields({ id: ['ID!', 'Id of the user.'] }) {}

@Resolver(() => User)
export class PeopleResolver implements Resolves<User, RowOf<'User'>> {
  @Query(() => User, { nullable: true, description: 'The signed-in user.' })
  @RootField({ scope: 'PEOPLE_READ' })
  async me(@Ctx() context: Context, @Info() info: GraphQLResolveInfo): Promise<Ref<'User'>> {
    const user = await readUser(context, viewerOf(context).id, info);
    // Another process has deleted the account, and this one has not yet heard that its keys have ended.
    if (!user) throw new Failure('INVALID_KEY');
    return user;
  }

  @Query(() => User, {
    nullable: true,
    description: 'One user. Null when the user does not exist or you may not see them.',
  })
  @RootField({ scope: 'PEOPLE_READ' })
  user(
    @Args() { id }: UserArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Ref<'User'> | null> {
    return readUser(context, databaseIdOf('User', id), info);
  }

  @Mutation(() => UpdateUserPayload, { nullable: true, description: 'Changes your own names.' })
  @RootField({
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
  })
  async updateUser(
    @Arg('input', () => UpdateUserInput) { id, validateOnly, ...changes }: UpdateUserInput,
    @Ctx() context: Context,
  ): Promise<UpdateUserPayload> {
    return { user: await updateUser(context, ownId(context, 'User', id), changes, validateOnly) };
  }

  @Mutation(() => UpdatePreferencesPayload, { nullable: true, description: 'Changes your own preferences.' })
  @RootField({
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
  })
  async updatePreferences(
    @Arg('input', () => UpdatePreferencesInput) { id, validateOnly, ...changes }: UpdatePreferencesInput,
    @Ctx() context: Context,
  ): Promise<UpdatePreferencesPayload> {
    return { preferences: await updatePreferences(context, ownId(context, 'Preferences', id), changes, validateOnly) };
  }

  @Mutation(() => UpdateProfilePayload, { nullable: true, description: 'Changes your own profile.' })
  // A place that was not looked up before takes up to 20 ms, and the posts of its person get it.
  @RootField({
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    cost: price('updateProfile', 200),
  })
  async updateProfile(
    @Arg('input', () => UpdateProfileInput) { id, validateOnly, ...changes }: UpdateProfileInput,
    @Ctx() context: Context,
  ): Promise<UpdateProfilePayload> {
    return { profile: await updateProfile(context, ownId(context, 'Profile', id), changes, validateOnly) };
  }

  @FieldResolver(() => Preferences)
  preferences(@Root() user: Ref<'User'>, @Ctx() { viewer }: Context): Ref<'Preferences'> | null {
    return user.id === viewer?.id ? { id: user.id } : null;
  }

  @FieldResolver(() => Profile)
  profile(@Root() user: Ref<'User'> & Partial<FoundUser & UserWithProfile>): Ref<'Profile'> & { user?: Ref<'User'> } {
    return user.profile ?? { id: user.id, locationName: user.locationName, user };
  }

  @FieldResolver(() => Stats)
  stats(@Root() user: Ref<'User'>): Ref<'Stats'> & { user: Ref<'User'> } {
    return { id: user.id, user };
  }

  @FieldResolver(() => String)
  email(@Root() user: Ref<'User'>, @Ctx() { viewer }: Context): string | null {
    return user.id === viewer?.id && includes(viewer.scopes, scopeBits.PEOPLE_READ) ? viewer.email : null;
  }

  @FieldResolver(() => String)
  username(@Root() user: Ref<'User'>, @Ctx() { viewer }: Context): string | null {
    return user.id === viewer?.id ? viewer.username : null;
  }

  @FieldResolver(() => String)
  profileImage225Url(@Root() user: Ref<'User'>, @Ctx() context: Context): string | null | Promise<string | null> {
    return profileUrl(user, context, '225');
  }

  @FieldResolver(() => String)
  profileImage48Url(@Root() user: Ref<'User'>, @Ctx() context: Context): string | null | Promise<string | null> {
    return profileUrl(user, context, '48');
  }

  // Of other users they are not known (decisions D285).
  @FieldResolver(() => Number)
  pendingFriendRequests(@Root() user: Ref<'User'>, @Ctx() context: Context): Promise<number> | null {
    return user.id === context.viewer?.id ? context.loader(pendingRequestsLoader).load(user.id) : null;
  }

  @FieldResolver(() => OriginalsUsage)
  originalsUsage(@Root() { id }: Ref<'User'>, @Ctx() context: Context): Promise<OriginalsUsage | null> {
    return ownOriginalsUsage(context, id);
  }

  @FieldResolver(() => Number)
  unreadMessages(@Root() user: Ref<'User'>, @Ctx() context: Context): Promise<number> | null {
    return user.id === context.viewer?.id ? context.loader(unreadMessagesLoader).load(user.id) : null;
  }
}

/** Reads a user, together with the profile if the client selects it. */
function readUser(context: Context, id: number, info: GraphQLResolveInfo): Promise<Ref<'User'> | null> {
  return selects(info, 'profile') ? findUserWithProfile(context, id) : findUser(context, id);
}

/** The id in an input that changes something of the viewer, whose parts all have the id of the user. @throws Failure INVALID */
function ownId(context: Context, type: 'User' | 'Preferences' | 'Profile', id: string | null | undefined): number {
  return id == null ? viewerOf(context).id : databaseIdOf(type, id, 'id');
}

/** The signed URL of a profile picture. */
function profileUrl(user: Ref<'User'>, context: Context, size: '225' | '48'): string | null | Promise<string | null> {
  const urlOf = ({ imageKey }: { imageKey: string | null }) =>
    imageKey ? profilePictureUrl(context, user.id, imageKey, size) : null;
  return fromRow(context, 'User', user, ['imageKey'], urlOf);
}
