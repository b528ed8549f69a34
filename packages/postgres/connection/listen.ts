import type { Notification } from 'pg';
import type { ConnectionPool } from './connection-pool.ts';
import { ConnectionLost } from './connection-errors.ts';

/**
 * Listens on a connection of its own until the returned function is called.
 * @param lost called once when the connection breaks later; if listening fails, the promise rejects instead
 */
export async function listenOn(
  connections: ConnectionPool,
  channel: string,
  onPayload: (payload: string) => void,
  lost: () => void,
): Promise<() => Promise<void>> {
  const connection = await connections.acquire();
  const { client } = connection;
  const onNotification = (message: Notification) => onPayload(message.payload ?? '');
  const end = (reason: string) => {
    client.removeListener('notification', onNotification);
    client.removeListener('end', broken);
    connection.close(new ConnectionLost(reason));
  };
  const broken = () => {
    end('the connection that listens broke');
    lost();
  };
  client.on('notification', onNotification);
  try {
    await connection.run({ text: `listen ${channel}` });
  } catch (error) {
    // A standby server refuses to listen. The connection is closed then.
    end('cannot listen');
    throw error;
  }
  client.on('end', broken);
  return async () => end('nobody listens any more');
}
