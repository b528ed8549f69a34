import { useSyncExternalStore } from 'react';

/** What the address shows after `#/`: the feed, a run, the messages, or one conversation. */
type Route = [screen: '' | 'run' | 'messages', id?: string];

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [screen, id] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return screen === 'run' || screen === 'messages' ? [screen, id] : [''];
}

export function hrefOf(screen: Route[0], id?: string): string {
  return `#/${screen}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}
