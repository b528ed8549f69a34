/**
 * The budgets of some actions, besides the points that everything costs (`src/domain/rules/request-cost.ts`): what is counted, how
 * many are allowed in how many seconds, and for whom (decisions W23). `key` counts for each signed-in key, or for the
 * address without one; `address` for each network address; `network` for all addresses of a network; `account` for each signed-in user with all keys; `all` for all
 * callers together; and `named` for each name that the operation gives.
 */
export const budgets = {
  /** Workouts and pictures. */
  upload: { points: 60, duration: 900, of: 'key' },
  /** Archives of one's own data that come back. */
  dataImport: { points: 5, duration: 86_400, of: 'account' },
  /** Requests with invalid credentials. */
  failedKey: { points: 100, duration: 300, of: 'address' },
  /** Sign-ins that succeed or fail. Phones of one carrier share an address. */
  signIn: { points: 300, duration: 300, of: 'address' },
  /** Attempts to sign in that fail. */
  failedSignIn: { points: 10, duration: 300, of: 'address' },
  /** Failed attempts to sign in to one account: all unknown addresses share one budget, and each known address has its own. */
  signInAs: { points: 25, duration: 3600, of: 'named' },
  /** Requests for password mails. */
  passwordMail: { points: 5, duration: 3600, of: 'address' },
  /** Password mails to one recipient. */
  passwordMailTo: { points: 5, duration: 3600, of: 'named' },
  /** New accounts. A school with a single address can register two classes in an hour. */
  register: { points: 60, duration: 3600, of: 'address' },
  registerInAll: { points: 5000, duration: 3600, of: 'all' },
  /** Mails to strangers. */
  invitation: { points: 50, duration: 3600, of: 'account' },
  friendRequest: { points: 100, duration: 3600, of: 'account' },
  /** New conversations. */
  conversation: { points: 60, duration: 3600, of: 'account' },
  /** Recipients of new conversations. */
  recipient: { points: 300, duration: 3600, of: 'account' },
  /** Strangers to whom the accounts of less than a day turn (`src/domain/accounts/new-accounts.ts`). */
  strangersOfAddress: { points: 300, duration: 3600, of: 'address' },
  strangersOfNetwork: { points: 1200, duration: 3600, of: 'network' },
  message: { points: 300, duration: 300, of: 'account' },
  comment: { points: 150, duration: 900, of: 'account' },
  like: { points: 300, duration: 300, of: 'account' },
  /** Reports of people and of their content. */
  report: { points: 50, duration: 3600, of: 'account' },
  /** Mutes, each of which recounts the unread messages. */
  mute: { points: 100, duration: 3600, of: 'account' },
  /** Promises to participants of events. */
  sponsor: { points: 10, duration: 86_400, of: 'account' },
} as const satisfies Record<string, { points: number; duration: number; of: Of }>;

/** Whose budget it is. */
export type Of = 'key' | 'address' | 'network' | 'account' | 'all' | 'named';
/** The name of a budget. */
export type BudgetKind = keyof typeof budgets;
/** Budgets whose owner follows from the request. */
export type OwnKind = { [Kind in BudgetKind]: (typeof budgets)[Kind]['of'] extends 'named' ? never : Kind }[BudgetKind];
/** Budgets that do not belong to the caller. */
export type NamedKind = Exclude<BudgetKind, OwnKind>;
