const source = '[--ledger FILE | --service URL --key KEY]';

/** The words after the name of each command, and what is said of them: one place for `--help` and for refusals. */
const usages: Readonly<Record<string, string>> = {
  doctor: '',
  version: '',
  staff: 'add EMAIL [--yes]  (or: remove EMAIL)',
  backup: 'FOLDER',
  restore: 'FOLDER',
  'reset-cursors': '',
  'move-to-postgres': '--to postgres://… [--from BACKUP]',
  'take-over extract':
    '--from mysql://… | postgres://… --queries FOLDER --to BUNDLE [--files FOLDER | URL | s3://… …] [--fetched FOLDER] [--base-url URL]',
  'take-over check': '[--conflicts last-sign-in | oldest | FILE] [--quick] [--all] BUNDLE',
  'take-over load': '[--conflicts last-sign-in | oldest | FILE] [--dry-run] [--report FOLDER] BUNDLE',
  'take-over verify': '[--conflicts last-sign-in | oldest | FILE] [--report FOLDER] BUNDLE',
  'take-over open': '[--apart NUMBER]',
  prove: `--against URL [options] RECORDING
       npx runners prove --sandbox BACKUP|BUNDLE [options] RECORDING
       npx runners prove --against URL --drive [--only TEXT] [--have KIND=ID …]
       npx runners prove --list [--only TEXT]

RECORDING is a HAR file, a file of JSON lines (docs/proving.md), or a folder of them.
  --against URL     the service that is asked; only reads are played
  --sandbox FROM    makes a service from a backup or a bundle, plays everything, and throws it away
  --keys FILE       keys or passwords of people, by the names in the recording
  --rules FILE      differences that you explain
  --report FOLDER   where the report is written (prove-report)
  --follow          goes on with what is added to the file, until it is stopped
  --drive           makes traffic itself, with accounts that it registers, and checks each statement of the contract
  --only TEXT       only the checks whose names contain the text
  --have KIND=ID    a route, an event or a participant, which no row creates
  --list            prints the checks`,
  'move-pictures': '[--recordings] --from STORE --to STORE, where STORE is a folder or s3://bucket/prefix?endpoint=…',
  rebuild: '[--tracks [--dry-run] | --pictures [--dry-run] [--after ID]]',
  partition: '[-- TABLE …]',
  ledger: '[--out FILE] [--service URL --key KEY]',
  retire: `NAME… ${source}  (or: pause, resume)
NAME is a row ('GET /route/[id]/'), a value of its parameter ('GET /post/?type=dashboard') or a coordinate of the schema (Workout.source).`,
  'migration-report': `CLIENT ${source}
CLIENT is the name of a key, the product of a User-Agent, or the name that a client of Apollo sends.`,
  prune: '',
  translate: `[--service URL --key KEY] [--json] CALL

CALL is a line of curl, a URL, or the path of a HAR file. Without it, the call is read from the standard input.`,
  live: 'messages|feed|posts|conversations|notifications|friendships --key=KEY [--after CURSOR] [--url ws://127.0.0.1:4000/graphql]',
  migration: 'NAME [--because SENTENCE]  (or: --check)',
  bench: '[--against BUILD] [--skip]',
  'bench-seed': '[--skip]',
  calibrate: '[--skip]',
  'taking-over': '[--skip]',
  'bench-flat': '[--skip]',
  'bench-embedded': '',
  'bench-live': '[--skip]',
  scaling: '[--skip]',
  'scaling-page': '[--check]',
  attacks: '[--skip]',
  cluster: '[--skip] [WORDS OF JEST …]',
  faults: '[--skip]',
  operating: '[--skip]',
  'seeded-faults': '[FAULT]',
  upgrades: '[--skip]',
  recordings: '[--skip] [FOLDER]',
  importing: '[--skip]',
  soak: '[--minutes MINUTES] [--skip]',
  screenshots: '[--skip] [FOLDER]',
};

/** How a command, or all steps of one, are used; null for what is neither. */
export function usageIfListed(name: string): string | null {
  const own = Object.keys(usages).filter((key) => key === name || key.startsWith(`${name} `));
  if (own.length === 0) return null;
  return `usage: ${own.map((key) => `npx runners ${key} ${usages[key]}`.trimEnd()).join('\n       ')}`;
}

/** How a command is used. @throws Error for a command that is not listed */
export function usageOf(name: string): string {
  const usage = usageIfListed(name);
  if (usage === null) throw new Error(`the usage of ${name} is not listed`);
  return usage;
}
