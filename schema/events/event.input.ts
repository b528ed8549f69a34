import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import { ForwardPage } from '../pagination/page.input.ts';
import { WallClock } from './wall-clock.ts';
import { longest } from '../lengths.ts';

@ArgsType()
export class EventArgs {
  @Field(() => ID, { description: 'Id of the event.' })
  id!: string;
}

@ArgsType()
export class EventParticipantArgs {
  @Field(() => ID, { description: 'Id of the participant.' })
  id!: string;
}

@ArgsType()
export class EventParticipantsArgs extends ForwardPage {
  @Field(() => ID, { nullable: true, description: "Only this user's; everybody's when left out." })
  userId?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Only hot ones: active, not yet started, or ended less than a week ago.',
  })
  hot!: boolean;
}

@InputType({ description: 'Which event to take part in.' })
export class JoinEventInput {
  @Field(() => ID, { description: 'Id of the event.' })
  eventId!: string;
  @Field(() => String, { nullable: true, description: `What you want to say about it, up to ${longest('text')}.` })
  description?: string | null;
  @Field(() => Int, { nullable: true, description: 'Your goal in miles.' })
  userGoalInMiles?: number | null;
}

@InputType({ description: 'Which participation to end.' })
export class LeaveEventInput {
  @Field(() => ID, { description: 'Id of your participation.' })
  id!: string;
}

@InputType({ description: 'Changes to a participation; what is left out stays.' })
export class UpdateParticipationInput {
  @Field(() => ID, { description: 'Id of your participation.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'What you want to say about it.' })
  description?: string | null;
  @Field(() => Int, { nullable: true, description: 'Your goal in miles; null takes it away.' })
  userGoalInMiles?: number | null;
}

@InputType({ description: 'Which promise of a sponsor.' })
export class AcceptSponsorInput {
  @Field(() => ID, { description: 'Id of the promise to you.' })
  id!: string;
}

@InputType({ description: 'Which promise of a sponsor.' })
export class RemoveSponsorInput {
  @Field(() => ID, { description: 'Id of the promise that you made, or that was made to you.' })
  id!: string;
}

@InputType({ description: 'A promise to pay for each mile.' })
export class SponsorParticipantInput {
  @Field(() => ID, { description: 'Id of the participant.' })
  participantId!: string;
  @Field(() => Float, { description: 'Money per mile, two places.' })
  amountPerMile!: number;
  @Field(() => String, { nullable: true, description: 'Name to be shown; your own when left out.' })
  name?: string | null;
}

@InputType({ description: 'A new charity event.' })
export class CreateEventInput {
  @Field(() => String, { description: `Name, up to ${longest('title')}.` })
  name!: string;
  @Field(() => String, { nullable: true, description: 'URL of its logo, http or https.' })
  eventLogo?: string | null;
  @Field(() => String, { description: 'URL of its home page, http or https.' })
  homeUrl!: string;
  @Field(() => String, { nullable: true, description: 'URL with more about it, http or https.' })
  infoUrl?: string | null;
  @Field(() => WallClock, { description: 'When it starts.' })
  startDate!: string;
  @Field(() => WallClock, { description: 'When it ends; midnight means to the end of that day.' })
  endDate!: string;
  @Field(() => Float, { nullable: true, description: 'Money that every participant earns per mile; 0 when left out.' })
  amountPerMile?: number | null;
}

@InputType({ description: 'Changes to a charity event; what is left out stays.' })
export class EditEventInput {
  @Field(() => ID, { description: 'Id of the event.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Name.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'URL of its logo; empty takes it away.' })
  eventLogo?: string | null;
  @Field(() => String, { nullable: true, description: 'URL of its home page.' })
  homeUrl?: string | null;
  @Field(() => String, { nullable: true, description: 'URL with more about it; empty takes it away.' })
  infoUrl?: string | null;
  @Field(() => WallClock, { nullable: true, description: 'When it starts.' })
  startDate?: string | null;
  @Field(() => WallClock, { nullable: true, description: 'When it ends.' })
  endDate?: string | null;
  @Field(() => Float, { nullable: true, description: 'Money that every participant earns per mile.' })
  amountPerMile?: number | null;
}

@InputType({ description: 'Whom to mark for the featured feed.' })
export class MarkFeaturedInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
  @Field(() => Boolean, { description: 'Whether their public posts are in the featured feed.' })
  featured!: boolean;
}
