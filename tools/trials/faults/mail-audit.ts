import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultStage } from './fault-stage.ts';

/**
 * The number of milliseconds for which acknowledged mails are waited for. A mail whose process was killed is sent again after
 * the heartbeat and the next poll (a minute), and a refused mail after half a minute and then after a minute.
 */
const patienceMs = 150_000;

/** The addresses of invitations that were sent while processes were killed. */
const mayComeAgain = new Set<string>();

/**
 * Waits for the mails of all acknowledged invitations. Returns which mails are missing, arrived twice, or arrived although the
 * invitation was refused.
 * @param kills whether processes were killed that may have been sending mails. The mails of this round may then arrive again
 *   with the same Message-ID, also later (decisions D267)
 */
export async function mailsWrong({ ledger, peers }: FaultStage, kills: boolean): Promise<string[]> {
  if (kills) for (const { mark } of ledger.round) mayComeAgain.add(mark);
  const invited = ledger.all.filter(({ kind }) => kind === 'invitation');
  const caught = (address: string) => peers.caught.filter(({ to }) => to === address);
  const missing = () => invited.filter(({ mark, result }) => result === 'made' && caught(mark).length === 0);
  const deadline = performance.now() + patienceMs;
  while (missing().length > 0 && performance.now() < deadline) await sleep(500);
  // A duplicate arrives soon afterwards.
  await sleep(1000);
  const faults = missing().map(({ mark }) => `no mail to ${mark}`);
  for (const { mark, result } of invited) {
    const mails = caught(mark);
    if (result === 'refused' && mails.length > 0) faults.push(`a mail to ${mark}, whose invitation was refused`);
    const different = new Set(mails.map(({ messageId }) => messageId)).size;
    if (mayComeAgain.has(mark) ? different > 1 : mails.length > 1)
      faults.push(`${mails.length} mails to ${mark}: ${mails.map(({ messageId }) => messageId).join(', ')}`);
  }
  return faults;
}
