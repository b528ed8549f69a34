import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}`);
    await sleep(20);
  }
}

/** Long enough for what is already on its way to show up, if there were any. */
export const aWhile = () => sleep(700);
