import { builtIn, randomFamilies } from './families.ts';

/** Reads a text, or whatever else comes in any length. What it throws is an answer as well. */
export type Reads<T = string> = (text: T) => unknown;

/** Something of about a length, such as a text of so many characters. */
interface Growing<T> {
  name: string;
  text: (length: number) => T;
}

/** The largest growth of the time when the text is twice as long. */
const mostGrowth = 2.5;
/** Milliseconds below which nothing is compared: texts that are read in quadratic time take hundreds. */
const floor = 10;
/** Milliseconds that a text of a sixteenth of the length may take, and above which nothing longer has to be read. */
const hopeless = 50;

/** Milliseconds of processor time of one run. Another process on the machine does not change it. */
async function timeOf<T>(read: Reads<T>, text: T): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // It was refused, which takes time as well.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function leastOf<T>(runs: number, read: Reads<T>, text: T): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < runs; i++) least = Math.min(least, await timeOf(read, text));
  return least;
}

/**
 * Reads texts of a family at a quarter, a half and the whole of a length. Memory that is asked for can make one or two steps
 * large: therefore texts of twice and four times the length are read as well if they were.
 * @param most the longest text that comes so far: longer ones are refused unread
 * @returns what is wrong: the times, if they grow more than two and a half times in each doubling; null if they do not
 */
export async function tooFastGrowth<T>(
  read: Reads<T>,
  family: Growing<T>,
  length: number,
  most = Infinity,
): Promise<string | null> {
  // What was seen once may come from a busy machine.
  const seen = await measured(read, family, length, most);
  return seen && measured(read, family, length, most);
}

/** Characters of the longest texts that are tried. */
const longest = 32 * 1024;
/** The random ones are the same in each run. */
const families = [...builtIn, ...randomFamilies(30, 36)];

/** How a reader of texts is tried. */
interface Trial {
  /** What stands before and after the hostile text; by default, nothing. */
  around?: readonly (readonly [before: string, after: string])[];
  /** Characters of the texts that are tried. */
  tried?: number;
  /** Characters of the longest text that comes so far. */
  most?: number;
}

/** Reads hostile texts of all families. Returns those whose reading takes too long, in sentences. */
export async function tooFastIn(
  read: Reads,
  { around = [['', '']], most, tried = longest }: Trial = {},
): Promise<string[]> {
  const length = Math.min(most ?? tried, tried);
  const wrong: string[] = [];
  for (const [before, after] of around)
    for (const family of families) {
      const found = await tooFastGrowth((text) => read(before + text + after), family, length, most);
      if (found) wrong.push(before + after === '' ? found : `${found} in ${before}…${after}`);
    }
  return wrong;
}

async function measured<T>(read: Reads<T>, family: Growing<T>, length: number, most: number): Promise<string | null> {
  const short = family.text(length / 16);
  if ((await timeOf(read, short)) > hopeless && (await leastOf(3, read, short)) > hopeless)
    return `${family.name}: more than ${hopeless} ms for a length of ${length / 16}`;
  if ((await timeOf(read, family.text(length))) < floor) return null;
  const times = [await leastOf(2, read, family.text(length))];
  for (const part of [1 / 2, 1 / 4, 2, 4]) {
    const [longest = 0] = times;
    if (longest > 10 * hopeless) break;
    if (length * part > most) {
      if (longest > hopeless) break;
      return null;
    }
    const time = await leastOf(part > 1 ? 2 : 3, read, family.text(length * part));
    if (part > 1) times.unshift(time);
    else times.push(time);
    if (times.some((later, i) => later <= mostGrowth * (times[i + 1] ?? 0))) return null;
  }
  return `${family.name}: ${times.map((ms) => ms.toFixed(1)).join(' ms, half of it ')} ms`;
}
