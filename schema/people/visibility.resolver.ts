import { Args, ArgsType, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { explainVisibility } from '../../src/domain/moderation/explain-visibility.ts';
import { invalid } from '../../src/errors.ts';
import { databaseIdOf, readGlobalId } from '../global-id.ts';
import { RootField } from '../root-field.ts';
import { ExplainedVisibility } from './visibility.type.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
class ExplainVisibilityArgs extends inputFields({
  id: ['ID!', 'Global id of the object.'],
  viewerId: ['ID', 'Id of the user who looks for it. By default you.'],
}) {}

@Resolver()
export class VisibilityResolver {
  @Query(() => [ExplainedVisibility], {
    nullable: true,
    description:
      'Why a user sees an object or does not, and who sees it: one item for each place at which it can be met, with a sentence. Null when the object or the user does not exist. Only staff can use this field.',
  })
  @RootField({ scope: 'PEOPLE_READ', codes: ['NOT_STAFF'] })
  async explainVisibility(
    @Args() { id, viewerId }: ExplainVisibilityArgs,
    @Ctx() context: Context,
  ): Promise<ExplainedVisibility[] | null> {
    const viewer = viewerId == null ? viewerOf(context).id : databaseIdOf('User', viewerId, 'viewerId');
    const { type = '', databaseId = 0 } = readGlobalId(id) ?? {};
    const explained = await explainVisibility(context, type, databaseId, viewer);
    if (explained === undefined)
      throw invalid('id', 'is not the id of an object whose visibility is explained', 'WRONG_ID');
    return explained;
  }
}
