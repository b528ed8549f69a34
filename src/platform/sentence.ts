/** Ends a command with one sentence for the operator, without a stack. */
export class Sentence extends Error {}
