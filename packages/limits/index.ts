/** What may be done at the same time, by whom, and how fast a client has to be. README.md says what it is for. */
export { callerNamed, networkOf, noteCaller, senderOf } from './gates/caller.ts';
export type { Caller } from './gates/caller.ts';
export { fromEachInTurn } from './gates/gate-limits.ts';
export type { GateLimits } from './gates/gate-limits.ts';
export { Gate } from './gates/gate.ts';
export { RunningSlot, runWithin } from './gates/running-slot.ts';
export { sharesOf } from './gates/shares.ts';
export type { Shares } from './gates/shares.ts';
export { moving, Pace } from './pace/pace.ts';
export { Watch } from './pace/watch.ts';
export type { Watched } from './pace/watch.ts';
