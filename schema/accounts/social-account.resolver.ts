import { Ctx, Query, Resolver } from 'type-graphql';
import { disconnectSocialAccount, listSocialAccounts } from '../../src/domain/accounts/social-accounts.ts';
import type { Context } from '../../src/domain/context.ts';
import { done, DonePayload, SocialAccount } from './account.type.ts';
import { RootField } from '../root-field.ts';
import { input, mutation } from '../mutation.ts';

@Resolver()
export class SocialAccountResolver {
  @Query(() => [SocialAccount], {
    nullable: true,
    description: 'The social networks with which you can sign in, oldest first.',
  })
  @RootField({ scope: 'ACCOUNTS_READ' })
  socialAccounts(@Ctx() context: Context): Promise<SocialAccount[]> {
    return listSocialAccounts(context);
  }
}

export const socialAccountMutations = [
  mutation('disconnectSocialAccount', {
    about:
      'Disconnects a social network, with which you no longer sign in to your account. Your API keys remain. It is refused if you could not sign in any more.',
    scope: 'ACCOUNTS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The social network to disconnect.', {
      network: ['String!', 'The name of the network, as `socialAccounts` has it.'],
    }),
    payload: DonePayload,
    run: (context, { network }) => done(disconnectSocialAccount(context, network)),
  }),
];
