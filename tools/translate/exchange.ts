import type { RestCall } from './rest-call.ts';

/** An answer that was recorded or received. */
export interface ProvedAnswer {
  status: number;
  /** The headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Null if the program that recorded has not kept it. */
  body: Buffer | null;
}

/** An answer of a recording. */
export interface RecordedAnswer {
  answer: ProvedAnswer;
  /** When it was recorded, in milliseconds since 1970; null if that is not known. */
  at: number | null;
  /** What of the recording is not compared, and why. */
  notes: readonly string[];
}

/** A call and the answer that was recorded with it. */
export interface Exchange extends RecordedAnswer {
  /** The file, and the entry in it: `old.har, entry 3`. */
  source: string;
  call: RestCall;
}

/** A call in a text, which has its answer as well if the text is a recording. */
export interface FoundCall extends RestCall {
  recorded?: RecordedAnswer;
}

/** Something in a recording that is not an exchange of the interface, and why it is left out. */
export interface LeftOut {
  source: string;
  why: string;
}

/** What a recording contains, one after the other. */
export type Recorded = Exchange | LeftOut;

/** Whether a part of a recording is an exchange. */
export function isExchange(recorded: Recorded): recorded is Exchange {
  return 'call' in recorded;
}
