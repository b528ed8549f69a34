import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import { TwoWayPage } from '../pagination/page.input.ts';
import { WallClock } from './wall-clock.ts';
import { currency, editRule, longest } from '../lengths.ts';

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
export class EventParticipantsArgs extends TwoWayPage {
  @Field(() => ID, { nullable: true, description: 'Only participations of this user; those of all users by default.' })
  userId?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Only participations that are hot: active, not yet started, or ended less than a week ago.',
  })
  hot!: boolean;
}

@InputType({ description: 'The event to take part in.' })
export class JoinEventInput {
  @Field(() => ID, { description: 'Id of the event.' })
  eventId!: string;
  @Field(() => String, { nullable: true, description: `What you want to say about it, up to ${longest('text')}.` })
  description?: string | null;
  @Field(() => Int, { nullable: true, description: 'Your goal in miles.' })
  userGoalInMiles?: number | null;
}

@InputType({ description: 'The participation to end.' })
export class LeaveEventInput {
  @Field(() => ID, { description: 'Id of your participation.' })
  id!: string;
}

@InputType({ description: `Changes to a participation. ${editRule}` })
export class UpdateParticipationInput {
  @Field(() => ID, { description: 'Id of your participation.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'A text about your participation.' })
  description?: string | null;
  @Field(() => Int, { nullable: true, description: 'Your goal in miles.' })
  userGoalInMiles?: number | null;
}

@InputType({ description: 'The promise of a sponsor.' })
export class AcceptSponsorInput {
  @Field(() => ID, { description: 'Id of a promise that was made to you.' })
  id!: string;
}

@InputType({ description: 'The promise of a sponsor.' })
export class RemoveSponsorInput {
  @Field(() => ID, { description: 'Id of a promise that you made or that was made to you.' })
  id!: string;
}

@InputType({ description: 'A promise to pay for each mile of a participant.' })
export class SponsorParticipantInput {
  @Field(() => ID, { description: 'Id of the participant.' })
  participantId!: string;
  @Field(() => Float, { description: `Amount per mile, with two decimal places. ${currency}` })
  amountPerMile!: number;
  @Field(() => String, { nullable: true, description: 'The name to show; your own name by default.' })
  name?: string | null;
}

@InputType({ description: 'The charity event to create.' })
export class CreateEventInput {
  @Field(() => String, { description: `Name, up to ${longest('title')}.` })
  name!: string;
  @Field(() => String, { nullable: true, description: 'URL of its logo, with http or https.' })
  eventLogo?: string | null;
  @Field(() => String, { description: 'URL of its home page, with http or https.' })
  homeUrl!: string;
  @Field(() => String, { nullable: true, description: 'URL of a page with more information, with http or https.' })
  infoUrl?: string | null;
  @Field(() => WallClock, { description: 'When it starts.' })
  startDate!: string;
  @Field(() => WallClock, { description: 'When it ends. Midnight means the end of that day.' })
  endDate!: string;
  @Field(() => Float, {
    nullable: true,
    description: `Amount that each participant raises per mile; 0 by default. ${currency}`,
  })
  amountPerMile?: number | null;
}

@InputType({ description: `Changes to a charity event. ${editRule}` })
export class EditEventInput {
  @Field(() => ID, { description: 'Id of the event.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Name. It cannot be empty.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'URL of its logo.' })
  eventLogo?: string | null;
  @Field(() => String, { nullable: true, description: 'URL of its home page. It cannot be empty.' })
  homeUrl?: string | null;
  @Field(() => String, { nullable: true, description: 'URL of a page with more information.' })
  infoUrl?: string | null;
  @Field(() => WallClock, { nullable: true, description: 'When it starts. It cannot be empty.' })
  startDate?: string | null;
  @Field(() => WallClock, { nullable: true, description: 'When it ends. It cannot be empty.' })
  endDate?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: `Amount that each participant raises per mile. ${currency} It cannot be empty.`,
  })
  amountPerMile?: number | null;
}

@InputType({ description: 'The user to mark for the featured feed.' })
export class MarkFeaturedInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
  @Field(() => Boolean, { description: 'Whether the public posts of the user are in the featured feed.' })
  featured!: boolean;
}
