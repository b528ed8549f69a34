import { ArgsType, InputType } from 'type-graphql';
import { TwoWayPage } from '../pagination/page.input.ts';
import { currency, editRule, longest } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class EventArgs extends inputFields({ id: ['ID!', 'Id of the event.'] }) {}

@ArgsType()
export class EventParticipantArgs extends inputFields({ id: ['ID!', 'Id of the participant.'] }) {}

@ArgsType()
export class EventParticipantsArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'Only participations of this user; those of all users by default.'],
  hot: ['Boolean!', 'Only participations that are hot: active, not yet started, or ended less than a week ago.', false],
}) {}

@InputType({ description: 'The event to take part in.' })
export class JoinEventInput extends inputFields({
  eventId: ['ID!', 'Id of the event.'],
  description: ['String', `What you want to say about it, up to ${longest('text')}.`],
  userGoalInMiles: ['Int', 'Your goal in miles.'],
}) {}

@InputType({ description: 'The participation to end.' })
export class LeaveEventInput extends inputFields({ id: ['ID!', 'Id of your participation.'] }) {}

@InputType({ description: `Changes to a participation. ${editRule}` })
export class UpdateParticipationInput extends inputFields({
  id: ['ID!', 'Id of your participation.'],
  description: ['String', 'A text about your participation.'],
  userGoalInMiles: ['Int', 'Your goal in miles.'],
}) {}

@InputType({ description: 'The promise of a sponsor.' })
export class AcceptSponsorInput extends inputFields({ id: ['ID!', 'Id of a promise that was made to you.'] }) {}

@InputType({ description: 'The promise of a sponsor.' })
export class RemoveSponsorInput extends inputFields({
  id: ['ID!', 'Id of a promise that you made or that was made to you.'],
}) {}

@InputType({ description: 'A promise to pay for each mile of a participant.' })
export class SponsorParticipantInput extends inputFields({
  participantId: ['ID!', 'Id of the participant.'],
  amountPerMile: ['Float!', `Amount per mile, with two decimal places. ${currency}`],
  name: ['String', 'The name to show; your own name by default.'],
}) {}

@InputType({ description: 'The charity event to create.' })
export class CreateEventInput extends inputFields({
  name: ['String!', `Name, up to ${longest('title')}.`],
  eventLogo: ['String', 'URL of its logo, with http or https.'],
  homeUrl: ['String!', 'URL of its home page, with http or https.'],
  infoUrl: ['String', 'URL of a page with more information, with http or https.'],
  startDate: ['WallClock!', 'When it starts.'],
  endDate: ['WallClock!', 'When it ends. Midnight means the end of that day.'],
  amountPerMile: ['Float', `Amount that each participant raises per mile; 0 by default. ${currency}`],
}) {}

@InputType({ description: `Changes to a charity event. ${editRule}` })
export class EditEventInput extends inputFields({
  id: ['ID!', 'Id of the event.'],
  name: ['String', 'Name. It cannot be empty.'],
  eventLogo: ['String', 'URL of its logo.'],
  homeUrl: ['String', 'URL of its home page. It cannot be empty.'],
  infoUrl: ['String', 'URL of a page with more information.'],
  startDate: ['WallClock', 'When it starts. It cannot be empty.'],
  endDate: ['WallClock', 'When it ends. It cannot be empty.'],
  amountPerMile: ['Float', `Amount that each participant raises per mile. ${currency} It cannot be empty.`],
}) {}

@InputType({ description: 'The user to mark for the featured feed.' })
export class MarkFeaturedInput extends inputFields({
  userId: ['ID!', 'Id of the user.'],
  featured: ['Boolean!', 'Whether the public posts of the user are in the featured feed.'],
}) {}
