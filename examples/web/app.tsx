import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { signOut, start } from './documents.ts';
import { isSignedOut } from './failures.ts';
import { Feed } from './feed.tsx';
import { Live } from './live.tsx';
import { Messages } from './messages.tsx';
import { Navigation } from './navigation.tsx';
import { useRoute } from './route.ts';
import { Run } from './run.tsx';
import { Trouble } from './trouble.tsx';
import { UnitsOf, unitsOf } from './units.ts';

/**
 * The page of somebody who is signed in.
 * @param online whether the socket is connected, or has not been needed yet
 * @param onEnd ends the session, and says why
 */
export function App({ online, onEnd }: { online: boolean; onEnd: (why: string) => void }) {
  const { data, error, refetch } = useQuery(start, { fetchPolicy: 'network-only' });
  const [send] = useMutation(signOut);
  const [said, say] = useState('');
  const [screen, id] = useRoute();

  useEffect(() => {
    if (isSignedOut(error)) onEnd('Your key is no longer valid. Please sign in again.');
  }, [error, onEnd]);

  if (!data?.me)
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <p className="wait">Loading …</p>;

  /** The key is revoked. If the service cannot be reached, it is only forgotten. */
  async function leave() {
    await send().catch(() => null);
    onEnd('You have signed out.');
  }

  return (
    <UnitsOf value={unitsOf(data.me.preferences)}>
      <Navigation screen={screen} name={data.me.firstName} onLeave={() => void leave()} />
      <p className="offline" role="status">
        {!online && 'The connection is interrupted. This page goes on as soon as the service answers.'}
      </p>
      <Live
        after={data.liveCursor ?? null}
        viewer={data.me.id}
        open={screen === 'messages' ? id : undefined}
        say={say}
        onLost={() => refetch()}
      />
      <p className="unseen" role="status">
        {said}
      </p>
      {screen === '' && <Feed />}
      {screen === 'run' && id && <Run id={id} key={id} />}
      {screen === 'messages' && <Messages id={id} viewer={data.me.id} />}
    </UnitsOf>
  );
}
