import { EventParticipant } from '../events/participant.type.ts';
import { currency } from '../lengths.ts';
import type { Ref } from '../rows.ts';
import { createUnionType, Field, Float, InterfaceType, ObjectType } from 'type-graphql';

/** The values of every post about a charity event besides its text (interface, Posts with extra information). */
@InterfaceType({
  description: 'The additional data of a post about a charity event, as they were when it was posted.',
})
export abstract class EventPostExtra {
  @Field(() => String, { description: 'Name of the event.' })
  eventName!: string;
  @Field(() => String, { description: "URL of the event's logo; may be empty." })
  eventLogo!: string;
  @Field(() => String, { description: "URL of the event's home page; empty for old events without one." })
  homeUrl!: string;
  @Field(() => String, { description: 'URL of a page with more information about the event; may be empty.' })
  infoUrl!: string;
  @Field(() => String, { description: "URL of the participant's public web page; may be empty." })
  participantPageUrl!: string;
  @Field(() => EventParticipant, {
    nullable: true,
    description:
      'The participant, with the event as they are now. Null when the author has left the event or is hidden from you.',
  })
  participant!: Ref<'EventParticipant'> | null;
}

@ObjectType({ implements: EventPostExtra, description: 'The author takes part in an event.', simpleResolvers: true })
class RegisteredForEvent extends EventPostExtra {}

@ObjectType({
  implements: EventPostExtra,
  description: 'The author takes part in an event and has a new sponsor.',
  simpleResolvers: true,
})
export class EventParticipantGotSponsor extends EventPostExtra {
  @Field(() => Float, { description: `Amount that the sponsor pays per mile. ${currency}` })
  promisedPerMile!: number;
  @Field(() => String, {
    description: 'The same as a text with two decimal places.',
    deprecationReason: 'Use promisedPerMile. It will be removed after 2027-12-31.',
  })
  amountPerMile!: string;
  @Field(() => String, { description: 'The name of the sponsor.' })
  sponsorName!: string;
}

/** The GraphQL type of a post's extra data, by `post_type`. */
const types: Readonly<Record<string, string>> = {
  'registered-for-event': 'RegisteredForEvent',
  'event-participant-got-sponsor': 'EventParticipantGotSponsor',
};

export const PostExtra = createUnionType({
  name: 'PostExtra',
  description: 'The additional data of a post, besides its text and workout.',
  types: () => [RegisteredForEvent, EventParticipantGotSponsor] as const,
});

/** The GraphQL type of stored extra data, which contain their kind and not the name of that type. */
export function typeOfExtra({ kind }: { kind: string }): string | undefined {
  return types[kind];
}
