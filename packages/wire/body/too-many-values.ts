import { MalformedBody } from './malformed-body.ts';

/** Thrown for a body with too many values. It is answered with 413, like a body with too many bytes (decisions W22). */
export class TooManyValues extends MalformedBody {}
