import { MalformedBody } from './malformed-body.ts';

/** Most values in a body with route points: six for each of the 250,000 a workout may have (decisions W22). */
export const MAX_VALUES = 1_500_000;

/** Most items of one list: the points of a workout. */
export const MAX_ITEMS = 250_000;

/** Most values in any other body; reading as many takes some hundredths of a second in every format. */
export const PLAIN_VALUES = 20_000;

/** A body of more values than anything here is made of: 413, like one of too many bytes (decisions W22). */
export class TooManyValues extends MalformedBody {}
