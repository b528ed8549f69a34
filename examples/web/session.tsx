import { ApolloProvider } from '@apollo/client/react';
import { useEffect, useMemo, useState } from 'react';
import { openApollo } from '../clients/apollo.ts';
import { App } from './app.tsx';
import { SignIn } from './sign-in.tsx';

/** The origin of this page, whose server passes requests on, or the service itself, which then needs CORS_ORIGINS. */
const url = import.meta.env.VITE_SERVICE_URL ?? location.origin;

/** The key is forgotten when the tab is closed. */
const storedAs = 'runners.key';

/** Each key has its own client, with a cache of its own. Without a key, there is the form. */
export function Session() {
  const [key, setKey] = useState(sessionStorage.getItem(storedAs) ?? undefined);
  const [notice, setNotice] = useState('');
  const [online, setOnline] = useState(true);
  const { client, socket, close } = useMemo(() => openApollo(url, key), [key]);

  useEffect(() => {
    if (key === undefined) sessionStorage.removeItem(storedAs);
    else sessionStorage.setItem(storedAs, key);
  }, [key]);

  useEffect(() => {
    const stops = [
      socket.on('connected', () => setOnline(true)),
      socket.on('closed', (event) => {
        const { code } = event as { code?: number };
        if (code === 4403) end('Your key is no longer valid. Please sign in again.');
        else if (code !== 1000) setOnline(false);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [socket]);

  function begin(apiKey: string) {
    setNotice('');
    setOnline(true);
    setKey(apiKey);
  }

  function end(why: string) {
    setNotice(why);
    setKey(undefined);
    client.stop();
    void close();
  }

  return (
    <ApolloProvider client={client}>
      {key === undefined ? <SignIn notice={notice} onKey={begin} /> : <App online={online} onEnd={end} />}
    </ApolloProvider>
  );
}
