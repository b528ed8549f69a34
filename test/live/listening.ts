import type { Viewer } from '../../src/domain/process-context.ts';
import { allScopes } from '../../src/domain/rules/scopes.ts';
import type { Interest, LiveEvent, LiveSubscription } from '../../src/domain/live/live.ts';
import type { Service } from '../../src/server/server.ts';
import type { Person } from '../support/cast.ts';

/** The viewer that a person is. */
export function viewerOf({ id, username }: Pick<Person, 'id' | 'username'>): Viewer {
  return {
    id,
    username,
    email: `${username}@example.com`,
    isStaff: false,
    keyId: 0,
    scopes: allScopes,
    expiresMs: null,
    usedMs: null,
  };
}

/** What one person hears, gathered as it comes. */
interface Listener {
  feed: LiveSubscription;
  received: LiveEvent[];
  /** What it ended with, if it was an error. */
  failure: Error | null;
  /** Waits until so many events were heard in all. */
  receives(count: number): Promise<LiveEvent[]>;
}

/** Listens as the person. */
export async function listen(
  service: Pick<Service, 'processContext'>,
  person: Pick<Person, 'id' | 'username'>,
  interest: Interest,
  after: string | null = null,
): Promise<Listener> {
  const feed = await service.processContext.live.subscribe(viewerOf(person), interest, after);
  const listener: Listener = {
    feed,
    received: [],
    failure: null,
    async receives(count) {
      const until = Date.now() + 60_000;
      while (listener.received.length < count && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 5));
      return listener.received;
    },
  };
  void (async () => {
    try {
      for await (const event of feed) listener.received.push(event);
    } catch (error) {
      listener.failure = error as Error;
    }
  })();
  return listener;
}

/** What happened, in short: `message 3 Hello`, `post 5`, `changed 5`, `gone 5`, `conversation 2`, `friendship 4 Pending`. */
export function inShort({ happened }: LiveEvent): string {
  switch (happened.kind) {
    case 'messageAdded':
      return `message ${happened.message.message}`;
    case 'conversationChanged':
      return `conversation ${happened.conversationId}${happened.left ? ' left' : ''}`;
    case 'friendshipChanged':
      return `friendship ${happened.friendship?.status ?? 'ended'} with ${happened.otherId}`;
    case 'notificationAdded':
      return `notification ${happened.notification.kind} ${happened.notification.subjectId}`;
    case 'importChanged':
      return 'import';
    case 'postAdded':
      return `post ${happened.post.id}`;
    case 'postChanged':
      return `${happened.post ? 'changed' : 'gone'} ${happened.postId}`;
    case 'changed':
      return `${happened.changes.length} changes`;
  }
}
