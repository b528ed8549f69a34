import { Field, ObjectType } from 'type-graphql';
import type { ExplainedPlace } from '../../src/domain/moderation/explain-visibility.ts';

@ObjectType({ description: 'A condition of a rule of visibility. Only staff can read it.', simpleResolvers: true })
export class VisibilityCondition {
  @Field(() => String, { description: 'The condition in two or three words, such as `blocked`.' })
  name!: string;
  @Field(() => Boolean, { description: 'Whether it is so.' })
  holds!: boolean;
  @Field(() => Boolean, { description: 'Whether `isShown` follows from it: the sentence of the place names it.' })
  decides!: boolean;
  @Field(() => String, { description: 'The condition as it is, with the names of the people.' })
  sentence!: string;
}

@ObjectType({
  description: 'Why a user meets an object at a place, or does not. Only staff can read it.',
  simpleResolvers: true,
})
export class ExplainedVisibility {
  @Field(() => String, {
    description:
      'The place: `by its id`, a list, a feed, or some of its fields. Feeds in which it could never be are left out.',
  })
  place!: ExplainedPlace['place'];
  @Field(() => Boolean, { description: 'Whether the user meets it there.' })
  isShown!: boolean;
  @Field(() => String, {
    description:
      "Whether the user meets it there, and why, in a sentence: Elena doesn't see this post: it is private, and only Robin sees it.",
  })
  sentence!: string;
  @Field(() => [VisibilityCondition], { description: 'The conditions of the rule, from which `isShown` follows.' })
  conditions!: VisibilityCondition[];
  @Field(() => [String], { description: 'The kinds of people who meet it there, such as `friend` or `stranger`.' })
  seenBy!: string[];
}
