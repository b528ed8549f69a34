/** A statement of the interface that the service does not hold to the letter. */
export interface Deviation {
  /** What the interface says. */
  says: string;
  /** What the service does. */
  does: string;
  why: string;
  /** What an app sees that relies on the statement. */
  app: string;
  /** The decision, as it is numbered in `docs/decisions.md`. */
  decision: string;
  /** The labels of the rows that it is about. */
  rows: readonly string[];
}

/**
 * All statements of the interface that are not held to the letter. `npm run docs` prints them to
 * `docs/contract/deviations.md`, and each row page names those of the row. `test/statements/deviations.ts` shows each at the
 * service, and everything else in `test/statements/` is held.
 */
export const deviations = {
  'Bodies of 201': {
    says: 'A status other than 200 has a plain text or no body.',
    does: 'The 201 for a workout, a profile picture and a friend request has the record as its body.',
    why: 'The interface itself names the friendship as the answer to a request, and apps of the framework that it follows read the record of what they made.',
    app: 'An app that does not expect a body skips it.',
    decision: 'W15',
    rows: ['POST /workout/ (GPX)', 'POST /workout/ (JSON)', 'POST /user/picture/', 'POST /friendship/request/'],
  },
  'Codes as JSON': {
    says: 'A status other than 200 has a plain text or no body, except for the two codes that are shown as JSON.',
    does: 'A wrong password at the sign-in, an unknown address and a friendship that exists have a code as JSON as well.',
    why: 'The interface names the codes, and an app reads all codes in the same way.',
    app: 'An app that shows the body as a text shows JSON.',
    decision: 'A6',
    rows: ['POST /account/login/', 'POST /account/forgot_password', 'POST /friendship/request/'],
  },
  'Invited people': {
    says: 'A person who was invited and registers is a friend of the inviter automatically.',
    does: 'The inviter has a friend request until the address is proven, for example by the link of the invitation. Then it is accepted by itself.',
    why: 'Otherwise everybody who types the address of an invited person becomes a friend of the inviter.',
    app: 'The inviter sees one pending friend request more, and can accept it.',
    decision: 'P1',
    rows: ['POST /account/register/', 'POST /invitation/'],
  },
  'Addresses that the network has not verified': {
    says: 'A sign-in with a social network is matched with the account of the same e-mail address.',
    does: 'It is refused with 400 if the network says `verified: false`, or, with `SOCIAL_EMAILS=proven`, if it does not say `verified: true`.',
    why: 'Whoever types the address of another person at the network would open the account of that person.',
    app: 'The sentence that the address already has an account.',
    decision: 'P3',
    rows: ['POST /account/social/login/'],
  },
  'First proof of an address': {
    says: 'A sign-in with a social network links the account that registered otherwise.',
    does: 'If the address of that account was not proven before, its keys and its password end.',
    why: 'Somebody else may have registered with the address of this person.',
    app: 'Another phone that is signed in gets 401 and has to sign in again.',
    decision: 'N21',
    rows: ['POST /account/social/login/'],
  },
  'Requests that cross': {
    says: 'A friend request is answered with an error if the friendship already exists.',
    does: 'A request to a user who has already sent one is answered with 200 and the accepted friendship, with its `Location`.',
    why: 'Both want to be friends, so there is nothing to refuse.',
    app: 'The friendship that it expects from a request, which is already accepted.',
    decision: 'P7',
    rows: ['POST /friendship/request/'],
  },
  'Long lists of likers': {
    says: '`likers` contains the ids of the users who like the post or the comment.',
    does: 'It contains the newest 1,000 of them, always with the current user.',
    why: 'A page of twenty posts with a million likes each could not be sent.',
    app: 'A counter that stands at 1,000.',
    decision: 'P5',
    rows: ['GET /post/', 'GET /post/[id]/', 'GET /comment/', 'GET /comment/[comment_id]/'],
  },
  'Large groups': {
    says: '`recipients` contains the users of the conversation.',
    does: 'In inbox and archive it contains at most 100, always with the current user, who started it and who wrote last.',
    why: 'A page of the inbox with a hundred large groups could not be sent.',
    app: 'Some of the people of a large group; the conversation that is fetched alone has all of them.',
    decision: 'P4',
    rows: ['GET /conversation/inbox/', 'GET /conversation/archive/'],
  },
  'Very many workouts': {
    says: 'The list of workouts is that of the user.',
    does: 'It ends with the newest 20,000.',
    why: 'What one request can make the service send has a bound.',
    app: 'The oldest of more than 20,000 workouts are missing.',
    decision: 'P6',
    rows: ['GET /workout/'],
  },
  'Long conversations and posts': {
    says: 'The messages of a conversation, the comments and the pictures of a post are listed.',
    does: 'Without `limit` the newest 1,000 are listed.',
    why: 'What one request can make the service send has a bound.',
    app: 'The oldest of more than 1,000 are missing; `meta.total_count` says how many there are, and `meta.previous` leads to them.',
    decision: 'N1',
    rows: ['GET /message/?conversation=[ID]', 'GET /comment/', 'GET /picture/?post_id=[id]'],
  },
  'Pages of lists': {
    says: 'Users, search results and friendships are returned as a list.',
    does: 'The list is a page of 20 with links to the others.',
    why: 'So did the framework that the interface follows, and its clients follow the links.',
    app: 'An app that does not read `meta.next` sees the first 20.',
    decision: 'W10',
    rows: [
      'GET /user/',
      'GET /user/search/',
      'GET /user/search/friends/',
      'GET /friendship/',
      'GET /friendship/user/{id}/',
    ],
  },
  'Posts without a workout': {
    says: '`workout` of a post is an object.',
    does: 'It is null on posts about charity events.',
    why: 'There is no workout that could stand there.',
    app: 'An app that reads the title of the workout of every post has to expect the null.',
    decision: 'D110',
    rows: ['GET /post/', 'GET /post/[id]/'],
  },
  'Ends of a feed': {
    says: '`newer` and `older` are texts.',
    does: 'They are null if there are no such posts.',
    why: 'A link that leads to an empty page would never end.',
    app: 'An app that reads on until there is no link ends.',
    decision: 'W11',
    rows: ['GET /post/'],
  },
  'Originals of others': {
    says: '`original` is the unchanged upload.',
    does: 'It is unchanged for its owner. For others it has the same pixels without place, camera and time.',
    why: 'The upload says where its owner lives.',
    app: 'The same picture, some bytes smaller.',
    decision: 'P18',
    rows: ['GET /picture/?post_id=[id]'],
  },
  'Things that may not be seen': {
    says: 'Changing the workout, user, profile or preferences of another user is answered with 401.',
    does: 'It is answered with 404 if the current user may not see them either.',
    why: 'A 401 would say that there is a private workout, or who has blocked the user.',
    app: 'A 404 where it expects a 401. It has no id of such a thing.',
    decision: 'R12',
    rows: [
      'DELETE /workout/[workout_id]/',
      'PATCH /workout/[workout_id]/',
      'PATCH /user/[user_id]/',
      'PATCH /profile/[profile_id]/',
      'PATCH /preferences/[preferences_id]/',
    ],
  },
  'Shares that cannot be read': {
    says: 'Sharing is always answered with 200.',
    does: 'A body that cannot be read or has an unknown type is answered with 400 or 415, as everywhere.',
    why: 'The service does not know what it was asked for.',
    app: 'Nothing: no app sends such a body.',
    decision: 'N7',
    rows: ['POST /workout/[ID]/share/'],
  },
  'Values that are not known': {
    says: '`latest_workout_date`, `birth_date`, `weight`, the coordinates of a profile and `started_by` have a value.',
    does: 'They are null until there is a workout, a value, or a place, and once the user who started the conversation has left the service.',
    why: 'No value would be true.',
    app: 'A null.',
    decision: 'N10',
    rows: ['GET /stats/[stats_id]/', 'GET /profile/[profile_id]', 'GET /conversation/[id]/'],
  },
  'Profiles of people who are not friends': {
    says: 'A profile has birth date, weight and coordinates.',
    does: 'Users who are not friends see neither birth date nor weight, and coordinates rounded to a tenth of a degree.',
    why: 'The exact place of a stranger is where they live.',
    app: 'A null, and a place that is some kilometers off.',
    decision: 'N19',
    rows: ['GET /profile/[profile_id]'],
  },
  'Addresses of others': {
    says: 'Some embedded users have their e-mail address.',
    does: '`email` is empty for all users but the current one.',
    why: 'An address is for those to whom its owner gives it.',
    app: 'An empty text.',
    decision: 'R20',
    rows: [
      'POST /account/social/login/',
      'GET /post/',
      'GET /event-participant/',
      'GET /event-participant/?user_id={user_id}',
      'GET /event-participant/?user_id={user_id}&status=hot',
    ],
  },
  'Miles of an event': {
    says: 'While a participant is active, every workout that the user uploads counts.',
    does: 'A workout counts if it was run within the time of the event, whenever it is uploaded.',
    why: 'Otherwise old runs earn money, and a run of the last day that is uploaded a day later does not.',
    app: 'Miles of the days of the event.',
    decision: 'R17',
    rows: ['GET /event-participant/'],
  },
  'Addresses of an event': {
    says: 'Logo, page and information of an event are URLs.',
    does: 'An address that is not http or https is shown as an empty text, and logo and information may be empty.',
    why: 'Apps open what stands there.',
    app: 'An empty text.',
    decision: 'P25',
    rows: ['GET /event-instance/{event_id}', 'GET /event-participant/', 'GET /post/'],
  },
  'Workouts as YAML': {
    says: 'A workout is sent as JSON or XML only.',
    does: 'YAML is read as well.',
    why: 'It can hold the same values, so there is no reason to refuse it.',
    app: 'Nothing.',
    decision: 'D33',
    rows: ['POST /workout/ (JSON)'],
  },
  'Further run types': {
    says: '`run_type` of a JSON workout is one of seven.',
    does: '`Indoor` and `Beach` are taken as well.',
    why: 'The interface has them for GPX files, and such a workout can be sent in both forms.',
    app: 'A type that it knows from GPX files.',
    decision: 'R3',
    rows: ['POST /workout/ (JSON)'],
  },
} as const satisfies Readonly<Record<string, Deviation>>;

/** The name of a deviation, which is its heading in `docs/contract/deviations.md`. */
export type DeviationName = keyof typeof deviations;

/** The deviations that are about a row. */
export function deviationsOf(label: string): DeviationName[] {
  const all = Object.entries(deviations) as [DeviationName, Deviation][];
  return all.filter(([, { rows }]) => rows.includes(label)).map(([name]) => name);
}
