/** Delivers the events of a log to those who listen, in order and each once. README.md says what it is for. */
export { fewAtOnce } from './dispatch/few-at-once.ts';
export type { Delivery, Hearing } from './hearing/deliver.ts';
export { audienceOf } from './hearing/listeners.ts';
export type { Audience, Listener, LiveEvent } from './hearing/listeners.ts';
export { topic } from './hearing/topics.ts';
export type { Topic } from './hearing/topics.ts';
export { makeLiveLog } from './live-log.ts';
export { cursorOf, readCursor } from './log/cursor.ts';
export type { CursorFaults } from './log/cursor.ts';
export type { EventLog, LogPosition, NumberedEvents, Placed, ReadLog } from './log/event-log.ts';
export { openRedisNotifications } from './notifications/redis-notifications.ts';
export type { Feed } from './subscription/subscription.ts';
