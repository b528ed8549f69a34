import { lengths } from '../../src/platform/text.ts';

/** A decision of the staff. */
export const decision = {
  note: ['String!', `The reason, which is recorded in the log, at most ${lengths.note} characters.`, ''],
} as const;

/** A decision about content. */
export const contentDecision = { ...decision, id: ['ID!', 'Id of the post, comment, message or picture.'] } as const;

/** A decision about an account. */
export const personDecision = { ...decision, userId: ['ID!', 'Id of the user.'] } as const;
