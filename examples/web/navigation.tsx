import { useQuery } from '@apollo/client/react';
import { inbox } from './documents.ts';
import { hrefOf } from './route.ts';

export function Navigation({ screen, name, onLeave }: { screen: string; name: string; onLeave: () => void }) {
  const { data } = useQuery(inbox);
  const unread = data?.conversations?.edges.filter(({ node }) => node.hasUnreadMessages).length ?? 0;
  const current = (one: string) => (screen === one ? 'page' : undefined);
  return (
    <header>
      <nav aria-label="Runners">
        <a href={hrefOf('')} aria-current={current('')}>
          Feed
        </a>
        <a href={hrefOf('messages')} aria-current={current('messages')}>
          Messages
          {unread > 0 && (
            <span className="badge">
              {unread} <span className="unseen">unread</span>
            </span>
          )}
        </a>
      </nav>
      <span className="name">{name}</span>
      <button type="button" className="plain" onClick={onLeave}>
        Sign out
      </button>
    </header>
  );
}
