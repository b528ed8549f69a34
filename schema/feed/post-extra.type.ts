import type { GraphQLSchema } from 'graphql';
import { GraphQLUnionType } from 'graphql';
import { createUnionType, Field, InterfaceType, ObjectType } from 'type-graphql';

/** What every post about a charity event says besides its text (interface, Posts with extra information). */
@InterfaceType({
  description: 'What a post about a charity event says besides its text, as it was when it was posted.',
})
export abstract class EventPostExtra {
  @Field(() => String, { description: 'Name of the event.' })
  eventName!: string;
  @Field(() => String, { description: "URL of the event's logo; may be empty." })
  eventLogo!: string;
  @Field(() => String, { description: "URL of the event's home page." })
  homeUrl!: string;
  @Field(() => String, { description: 'URL with more about the event; may be empty.' })
  infoUrl!: string;
  @Field(() => String, { description: "The participant's public page." })
  participantPageUrl!: string;
}

@ObjectType({ implements: EventPostExtra, description: 'The author takes part in an event.', simpleResolvers: true })
export class RegisteredForEvent extends EventPostExtra {}

@ObjectType({
  implements: EventPostExtra,
  description: 'The author takes part in an event and got a sponsor.',
  simpleResolvers: true,
})
export class EventParticipantGotSponsor extends EventPostExtra {
  @Field(() => String, { description: 'Money that the sponsor pays per mile, two places.' })
  amountPerMile!: string;
  @Field(() => String, { description: 'How the sponsor is called.' })
  sponsorName!: string;
}

/** Which type a post's extra has, by `post_type`. */
const types: Readonly<Record<string, string>> = {
  'registered-for-event': 'RegisteredForEvent',
  'event-participant-got-sponsor': 'EventParticipantGotSponsor',
};

export const PostExtra = createUnionType({
  name: 'PostExtra',
  description: 'What a post says besides text and workout.',
  types: () => [RegisteredForEvent, EventParticipantGotSponsor] as const,
});

/** Extras know their kind, not the name of their GraphQL type. */
export function identifyExtras(schema: GraphQLSchema): void {
  const union = schema.getType('PostExtra');
  if (!(union instanceof GraphQLUnionType)) throw new Error('the schema has no union PostExtra');
  union.resolveType = ({ kind }: { kind: string }) => types[kind];
}
