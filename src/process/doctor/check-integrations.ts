import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { makePictureStore } from '../../platform/store/picture-store.ts';
import { storeFolder } from '../../platform/store/picture-store-folder.ts';
import { mailFolder } from '../../platform/mail/eml.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { failed, passed, patienceMs, reasonOf, warning } from './check.ts';
import type { Finding } from './check.ts';
import { writeErrorOf } from './check-folders.ts';

/** Writes an object to the picture store, reads it, and removes it. */
export async function checkStore(config: Config): Promise<Finding> {
  if (!config.storage) {
    const error = config.dataDir === 'memory://' ? null : await writeErrorOf(storeFolder(config.dataDir, 'pictures'));
    return error
      ? failed('store', `Pictures cannot be written: ${error}`, 'Give this user permission to write to DATA_DIR.')
      : passed('store', 'Pictures are stored in DATA_DIR, which can be written to');
  }
  const store = makePictureStore(config);
  const key = `doctor${randomBytes(13).toString('hex')}`;
  try {
    const bytes = Buffer.from('doctor');
    await withTimeout(3 * patienceMs, 'the picture store', store.put(key, 'check', bytes, 'text/plain'));
    const file = await withTimeout(patienceMs, 'the picture store', store.read(key, 'check'));
    file?.content.destroy();
    await withTimeout(patienceMs, 'the picture store', store.remove(key, ['check']));
    if (file?.length !== bytes.length) throw new Error('the object that was read differs from the one that was stored');
    return passed('store', 'An object was stored, read and removed');
  } catch (error) {
    const advice =
      'Check the endpoint and the bucket in STORAGE_URL, and that AWS_ACCESS_KEY_ID has permission to put, get and delete objects.';
    return failed('store', `The picture store cannot be used: ${reasonOf(error)}`, advice);
  }
}

/** Connects to the SMTP server and signs in. No mail is sent. */
export async function checkMail(config: Config): Promise<Finding> {
  if (!config.smtpUrl) {
    const error = config.dataDir === 'memory://' ? null : await writeErrorOf(mailFolder(config.dataDir));
    if (error)
      return failed('mail', `Mails cannot be written: ${error}`, 'Give this user permission to write to DATA_DIR.');
    return warning('mail', 'Mails are written to files in DATA_DIR/mail', 'Set SMTP_URL for a public service.');
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
    return passed('mail', 'The SMTP server accepts the connection and the credentials');
  } catch (error) {
    return failed(
      'mail',
      `The connection failed: ${reasonOf(error)}`,
      'Check host, port, user and password in SMTP_URL, and whether it must begin with smtps:// or smtp://.',
    );
  } finally {
    transport.close();
  }
}

/** Checks whether Redis responds and accepts writes. */
export async function checkRedis(config: Config): Promise<Finding> {
  if (!config.redisUrl) {
    if (config.workers === 1) return passed('Redis', 'It is not configured, and a single process does not need it');
    return warning('Redis', 'It is not configured, so each process counts rate limits for itself', 'Set REDIS_URL.');
  }
  const { Redis } = await import('ioredis');
  const options = {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
  };
  const client = new Redis(config.redisUrl, { ...options, retryStrategy: () => null });
  // ioredis reports the reason only in this event. The promise rejects without it.
  let reason: unknown;
  client.on('error', (error: Error) => (reason ??= error));
  try {
    await client.connect();
    await client.set('doctor', '1', 'EX', 1);
    return passed('Redis', 'It responds and accepts writes');
  } catch (error) {
    const advice =
      'Start Redis, and check host, port and password in REDIS_URL. Until then, each process counts rate limits for itself.';
    return failed('Redis', `The connection failed: ${reasonOf(reason ?? error)}`, advice);
  } finally {
    client.disconnect();
  }
}
