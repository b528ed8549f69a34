import type { Mapping } from '../support/client.ts';

/** What GraphQL is asked for a record, and how the interface writes it: stated again, apart from `rest-compat/records/`. */
interface Expected {
  select: string;
  wire: (node: never) => Mapping;
}

/** A field of a GraphQL answer, whatever it is. */
// oxlint-disable-next-line no-explicit-any
type Any = any;

const uri = (name: string, id: unknown) => `/api/v1/${name}/${String(id)}/`;
/** Six fraction digits, no zone. */
const moment = (text: string | null) => text && text.replace('Z', '');
const decimal = (value: number | null) => (value === null ? null : value.toFixed(2));
const capital = (word: string) => `${word[0]}${word.slice(1).toLowerCase()}`;
/** A record that names itself: the id and where it is fetched. */
const known = (name: string, { databaseId }: Any) => ({ id: databaseId, resource_uri: uri(name, databaseId) });
/** Fields that both interfaces have under one name, in each one's way of writing names. */
const same = (node: Any, names: string) =>
  Object.fromEntries(
    names
      .split(' ')
      .map((name) => [name, node[name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]]),
  );

export const user = {
  select: 'databaseId firstName lastName email dateJoined profileImage225Url profileImage48Url',
  wire: (node: Any): Mapping => ({
    ...known('user', node),
    ...same(node, 'first_name last_name'),
    email: node.email ?? '',
    date_joined: moment(node.dateJoined),
    preferences: uri('preferences', node.databaseId),
    profile: uri('profile', node.databaseId),
    stats: uri('stats', node.databaseId),
    profile_image_225_url: node.profileImage225Url ?? '',
    profile_image_48_url: node.profileImage48Url ?? '',
  }),
} satisfies Expected;

export const foundUser = {
  select: `${user.select} profile { locationName }`,
  wire: (node: Any): Mapping => ({ ...user.wire(node), location_name: node.profile.locationName }),
} satisfies Expected;

const bests = 'best_mile best_5k best_10k best_half_marathon best_marathon'
  .split(' ')
  .map((best) => `${best}_duration_in_seconds`)
  .join(' ');
export const stats = {
  select: `databaseId avgWeeklyDistanceInMeters totalDistanceInMeters maxDistanceInMeters maxDurationInSeconds
    maxElevationGainInMeters latestWorkoutDate bestMileDurationInSeconds best5kDurationInSeconds best10kDurationInSeconds
    bestHalfMarathonDurationInSeconds bestMarathonDurationInSeconds`,
  wire: (node: Any): Mapping => ({
    ...known('stats', node),
    user: uri('user', node.databaseId),
    ...same(node, 'avg_weekly_distance_in_meters max_duration_in_seconds total_distance_in_meters'),
    ...same(node, bests),
    latest_workout_date: moment(node.latestWorkoutDate),
    max_distance_in_meters: decimal(node.maxDistanceInMeters),
    max_elevation_gain_in_meters: decimal(node.maxElevationGainInMeters),
  }),
} satisfies Expected;

export const profile = {
  select: `databaseId birthDate gender weight weightUnit locationName locationLat locationLng
    approximateLocation { latitude longitude }`,
  wire: (node: Any): Mapping => ({
    ...known('profile', node),
    user: uri('user', node.databaseId),
    ...same(node, 'birth_date location_name'),
    gender: node.gender ?? '',
    weight: decimal(node.weight),
    weight_unit: node.weightUnit.toLowerCase(),
    location_lat: node.locationLat ?? node.approximateLocation?.latitude ?? null,
    location_lng: node.locationLng ?? node.approximateLocation?.longitude ?? null,
  }),
} satisfies Expected;

const reports = 'annually_email_report monthly_email_report weekly_email_report timezone';
export const preferences = {
  select: 'databaseId annuallyEmailReport monthlyEmailReport weeklyEmailReport distance elevation timezone',
  wire: (node: Any): Mapping => ({
    ...known('preferences', node),
    user: uri('user', node.databaseId),
    ...same(node, reports),
    distance: node.distance.toLowerCase(),
    elevation: node.elevation.toLowerCase(),
  }),
} satisfies Expected;

const posted = {
  select: 'databaseId title runDate runType durationInSeconds distanceInMeters',
  wire: (node: Any): Mapping => ({
    ...known('workout', node),
    ...same(node, 'title duration_in_seconds'),
    run_date: moment(node.runDate),
    run_type: capital(node.runType),
    distance_in_meters: decimal(node.distanceInMeters),
  }),
} satisfies Expected;

export const workout = {
  select: `${posted.select} postBody polyline staticMapUrl privacy source user { databaseId } post { databaseId }`,
  wire: (node: Any): Mapping => ({
    ...posted.wire(node),
    ...same(node, 'post_body static_map_url source'),
    route_points_data: node.polyline,
    privacy: node.privacy.toLowerCase(),
    user: uri('user', node.user.databaseId),
    post: node.post && uri('post', node.post.databaseId),
  }),
} satisfies Expected;

const about = 'eventLogo eventName homeUrl infoUrl participantPageUrl';
const postTypes: Record<string, string> = {
  RegisteredForEvent: 'registered-for-event',
  EventParticipantGotSponsor: 'event-participant-got-sponsor',
};
export const post = {
  select: `databaseId body commentCount createdDate likers author { databaseId firstName lastName }
    workout { ${posted.select} }
    extra { __typename ... on EventPostExtra { ${about} } ... on EventParticipantGotSponsor { amountPerMile sponsorName } }`,
  wire: (node: Any): Mapping => ({
    ...known('post', node),
    ...same(node, 'body comment_count likers'),
    author: {
      ...known('user', node.author),
      ...same(node.author, 'first_name last_name'),
      preferences: uri('preferences', node.author.databaseId),
      profile: uri('profile', node.author.databaseId),
    },
    created_date: moment(node.createdDate),
    workout: node.workout && posted.wire(node.workout),
    ...(node.extra && {
      post_type: postTypes[node.extra.__typename],
      extra: same(
        node.extra,
        `event_logo event_name home_url info_url participant_page_url${node.extra.sponsorName === undefined ? '' : ' amount_per_mile sponsor_name'}`,
      ),
    }),
  }),
} satisfies Expected;

export const comment = {
  select: `databaseId comment submitDate likers post { databaseId } user { ${user.select} }`,
  wire: (node: Any): Mapping => ({
    ...known('comment', node),
    ...same(node, 'comment likers'),
    post: uri('post', node.post.databaseId),
    user: user.wire(node.user),
    submit_date: moment(node.submitDate),
  }),
} satisfies Expected;

export const picture = {
  select: 'databaseId createdDate thumbnailUrl feedUrl detailUrl originalUrl post { databaseId }',
  wire: (node: Any): Mapping => ({
    ...known('picture', node),
    post: uri('post', node.post.databaseId),
    created_date: moment(node.createdDate),
    thumbnail: node.thumbnailUrl,
    feed: node.feedUrl,
    detail: node.detailUrl,
    original: node.originalUrl,
  }),
} satisfies Expected;

export const message = {
  select: 'databaseId createdDate message userDeletedName conversation { databaseId } user { databaseId }',
  wire: (node: Any): Mapping => ({
    ...known('message', node),
    ...same(node, 'message user_deleted_name'),
    conversation: uri('conversation', node.conversation.databaseId),
    created_date: moment(node.createdDate),
    user: node.user && uri('user', node.user.databaseId),
  }),
} satisfies Expected;

export const conversation = {
  select: `databaseId createdDate placement hasUnreadMessages pastUsersInvolved lastMessage { ${message.select} }
    recipients { ${user.select} } startedBy { ${user.select} }`,
  wire: (node: Any): Mapping => ({
    ...known('conversation', node),
    ...same(node, 'has_unread_messages past_users_involved'),
    archived: node.placement === 'ARCHIVED',
    hidden: node.placement === 'HIDDEN',
    last_message: message.wire(node.lastMessage),
    created_date: moment(node.createdDate),
    recipients: node.recipients.map(user.wire),
    started_by: node.startedBy && user.wire(node.startedBy),
  }),
} satisfies Expected;

export const friendship = {
  select: `databaseId status createdDate acceptedDate requester { ${user.select} } requested { ${user.select} }`,
  wire: (node: Any): Mapping => ({
    ...known('friendship', node),
    user1: user.wire(node.requester),
    user2: user.wire(node.requested),
    requester: node.requester.databaseId,
    status: capital(node.status),
    created_date: moment(node.createdDate),
    accepted_date: moment(node.acceptedDate),
  }),
} satisfies Expected;

export const route = {
  select: 'databaseId name distanceInMeters isFavorite source staticMapUrl',
  wire: (node: Any): Mapping => ({
    ...known('route', node),
    ...same(node, 'name is_favorite static_map_url'),
    source: node.source.toLowerCase(),
    distance_in_meters: decimal(node.distanceInMeters),
  }),
} satisfies Expected;

const eventSubset = {
  select: 'databaseId name homeUrl infoUrl startDate endDate',
  wire: (node: Any): Mapping => ({
    ...known('event-instance', node),
    ...same(node, 'name home_url info_url start_date end_date'),
  }),
} satisfies Expected;

export const event = {
  select: `${eventSubset.select} eventLogo`,
  wire: (node: Any): Mapping => ({ ...eventSubset.wire(node), event_logo: node.eventLogo }),
} satisfies Expected;

export const participant = {
  select: `databaseId description participantUrl totalMilesLogged active amountPerMile userGoalInMiles
    event { ${eventSubset.select} } user { ${user.select} }`,
  wire: (node: Any): Mapping => ({
    ...known('event-participant', node),
    ...same(node, 'description participant_url total_miles_logged active amount_per_mile'),
    user_goal_in_miles: node.userGoalInMiles ?? 0,
    'event-instance': eventSubset.wire(node.event),
    user: user.wire(node.user),
  }),
} satisfies Expected;
