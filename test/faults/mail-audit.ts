import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultStage } from './fault-stage.ts';

/**
 * Milliseconds for which acknowledged mails are waited for: a mail whose process was killed is taken up again after the
 * heartbeat and the next look (a minute), one that was refused after half a minute and then a minute.
 */
const patienceMs = 150_000;

/**
 * Waits for the mails of all acknowledged invitations; says which are missing, came twice, or came although the invitation
 * was refused.
 * @param kills whether the same mail, with its Message-ID, may come again because its process was killed
 */
export async function mailsWrong({ ledger, peers }: FaultStage, kills: boolean): Promise<string[]> {
  const invited = ledger.all.filter(({ kind }) => kind === 'invitation');
  const caught = (address: string) => peers.caught.filter(({ to }) => to === address);
  const missing = () => invited.filter(({ mark, result }) => result === 'made' && caught(mark).length === 0);
  const deadline = performance.now() + patienceMs;
  while (missing().length > 0 && performance.now() < deadline) await sleep(500);
  // What comes twice comes soon after.
  await sleep(1000);
  const faults = missing().map(({ mark }) => `no mail to ${mark}`);
  for (const { mark, result } of invited) {
    const mails = caught(mark);
    if (result === 'refused' && mails.length > 0) faults.push(`a mail to ${mark}, whose invitation was refused`);
    const different = new Set(mails.map(({ messageId }) => messageId)).size;
    if (kills ? different > 1 : mails.length > 1) faults.push(`${mails.length} mails to ${mark}`);
  }
  if (kills)
    peers.caught.splice(0, peers.caught.length, ...new Map(peers.caught.map((mail) => [mail.to, mail])).values());
  return faults;
}
