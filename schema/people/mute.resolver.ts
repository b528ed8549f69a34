import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { countMutedPeople, listMutedPeople } from '../../src/domain/people/list-muted-people.ts';
import { mutePerson, unmutePerson } from '../../src/domain/people/mute-person.ts';
import { newestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { UserConnection } from './user-connection.type.ts';
import { withViewer, otherUserFields } from './viewer.payloads.ts';
import { RootField } from '../root-field.ts';
import { otherUser } from './other-user.input.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

@Resolver()
export class MuteResolver {
  @Query(() => UserConnection, {
    nullable: true,
    description: 'The users whom you have muted, with the newest account first.',
  })
  @RootField({ scope: 'PEOPLE_READ' })
  mutedPeople(@Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return newestFirst(
      page,
      (request) => listMutedPeople(context, request),
      () => countMutedPeople(context),
    );
  }
}

const mutePayload = payloadOf('Mute', 'Result of `mutePerson` and `unmutePerson`.', otherUserFields);

export const muteMutations = [
  mutation('mutePerson', {
    about:
      'Mutes a user, who is not informed. Posts of the user no longer appear in your feeds, comments of the user no longer appear in lists, messages of the user do not count as unread, and subscriptions do not deliver them. You can still find the user and open the profile, the comments and the messages.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The user to mute.', otherUser),
    payload: mutePayload,
    run: async (context, { userId }) => withViewer(context, { user: await mutePerson(context, userId) }),
  }),
  mutation('unmutePerson', {
    about: 'Ends muting a user.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The user to unmute.', otherUser),
    payload: mutePayload,
    run: async (context, { userId }) =>
      withViewer(context, { user: (await unmutePerson(context, userId)) ?? { id: userId } }),
  }),
];
