import type { IncomingMessage } from 'node:http';
import { senderOf } from '../platform/limits/caller.ts';
import type { RequestRecord } from '../platform/observability/request-record.ts';
import type { CountedClient } from '../platform/observability/usage-counts.ts';

/**
 * Notes which client sends a request, and returns it; null if calls are not counted.
 * @param keyName the name of its API key
 */
export function noteClient(
  record: RequestRecord,
  request: IncomingMessage,
  keyName: string | null | undefined,
): CountedClient | null {
  const { usage } = record.observer;
  return (record.client = usage && usage.clientOf(keyName ?? '', request.headers, senderOf(request)));
}
