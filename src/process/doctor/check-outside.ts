import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { makePictureStore } from '../../platform/store/picture-store.ts';
import { pictureFolder } from '../../platform/store/picture-store-folder.ts';
import { mailFolder } from '../../platform/mail/eml.ts';
import { within } from '../../platform/within.ts';
import { fine, patienceMs, reasonOf, warning, wrong } from './check.ts';
import type { Finding } from './check.ts';
import { folderFault } from './check-folders.ts';

/** Writes an object to the picture store, reads it, and removes it. */
export async function checkStore(config: Config): Promise<Finding> {
  if (!config.storage) {
    const fault = config.dataDir === 'memory://' ? null : await folderFault(pictureFolder(config.dataDir));
    return fault
      ? wrong('store', `pictures cannot be written: ${fault}`, 'Give this user the right to write to DATA_DIR.')
      : fine('store', 'pictures are files in DATA_DIR, which can be written');
  }
  const store = makePictureStore(config);
  const key = `doctor${randomBytes(13).toString('hex')}`;
  try {
    const bytes = Buffer.from('doctor');
    await within(3 * patienceMs, 'the picture store', store.put(key, 'check', bytes, 'text/plain'));
    const file = await within(patienceMs, 'the picture store', store.read(key, 'check'));
    file?.content.destroy();
    await within(patienceMs, 'the picture store', store.remove(key, ['check']));
    if (file?.length !== bytes.length) throw new Error('it does not give back what was stored');
    return fine('store', 'an object was stored, read and removed');
  } catch (error) {
    const todo =
      'Check the endpoint and the bucket in STORAGE_URL, and that AWS_ACCESS_KEY_ID may put, get and delete there.';
    return wrong('store', reasonOf(error), todo);
  }
}

/** Connects to the SMTP server and signs in; no mail is sent. */
export async function checkMail(config: Config): Promise<Finding> {
  if (!config.smtpUrl) {
    const fault = config.dataDir === 'memory://' ? null : await folderFault(mailFolder(config.dataDir));
    if (fault)
      return wrong('mail', `mails cannot be written: ${fault}`, 'Give this user the right to write to DATA_DIR.');
    return warning(
      'mail',
      'mails are written as files in DATA_DIR/mail',
      'Set SMTP_URL for a service that people use.',
    );
  }
  const { createTransport } = await import('nodemailer');
  const times = {
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  };
  const transport = createTransport({ url: config.smtpUrl, ...times });
  try {
    await transport.verify();
    return fine('mail', 'the SMTP server accepts the connection and the credentials');
  } catch (error) {
    return wrong(
      'mail',
      reasonOf(error),
      'Check host, port, user and password in SMTP_URL, and smtps:// against smtp://.',
    );
  } finally {
    transport.close();
  }
}

/** Whether Redis answers and accepts writes. */
export async function checkRedis(config: Config): Promise<Finding> {
  if (!config.redisUrl) {
    if (config.workers === 1) return fine('Redis', 'none is configured, and one process needs none');
    return warning('Redis', 'none is configured: each process counts rate limits alone', 'Set REDIS_URL.');
  }
  const { Redis } = await import('ioredis');
  const options = {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
  };
  const client = new Redis(config.redisUrl, { ...options, retryStrategy: () => null });
  // ioredis says here why it could not connect, and to the caller only that it could not.
  let reason: unknown;
  client.on('error', (error: Error) => (reason ??= error));
  try {
    await client.connect();
    await client.set('doctor', '1', 'EX', 1);
    return fine('Redis', 'it answers and accepts writes');
  } catch (error) {
    const todo = 'Start Redis, and check host, port and password in REDIS_URL. Until then each process counts alone.';
    return wrong('Redis', reasonOf(reason ?? error), todo);
  } finally {
    client.disconnect();
  }
}
