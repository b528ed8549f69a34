/** What may be done at the same time, by whom, and how fast a client has to be. README.md says what it is for. */
export { callerNamed, networkOf, noteCaller, senderOf } from './gates/caller.ts';
export type { Caller } from './gates/caller.ts';
export { fromEachInTurn, sharesOf } from './gates/gate-limits.ts';
export type { GateLimits, Shares } from './gates/gate-limits.ts';
export { Gate } from './gates/gate.ts';
export { RunningSlot, runWithin } from './gates/running-slot.ts';
export { moving, Pace } from './pace/pace.ts';
export { Watch } from './pace/watch.ts';
