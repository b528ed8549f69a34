/** A command of `npx runners`. */
interface Command {
  /** What it does, in a few words. */
  about: string;
  /** The module that does it when it is loaded, and reads the words after the name of the command. */
  module: string;
  /** Whether its words may be those of another program. */
  takesAnything?: true;
}

/** The commands of `npx runners`, by whom they are for. */
export const commands: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  'For operators, with the settings of the service': {
    doctor: { about: 'checks everything that the service needs, and gives advice', module: './doctor.js' },
    version: { about: 'prints the version, and the newest migration', module: './version.js' },
    staff: { about: 'makes an account a staff account, or ends that', module: './staff.js' },
    backup: { about: 'copies the embedded database, pictures and the secret key', module: './backup.js' },
    restore: { about: 'copies a backup into DATA_DIR', module: './restore.js' },
    'reset-cursors': {
      about: 'makes cursors of live events expire, after a snapshot was restored',
      module: './reset-cursors.js',
    },
    'move-to-postgres': {
      about: 'moves the embedded database to a PostgreSQL server',
      module: '../../tools/take-over/move/move-to-postgres.js',
    },
    'take-over': { about: 'takes over the data of another service', module: '../../tools/take-over/take-over.js' },
    prove: {
      about: 'compares recorded answers of another service with those of this one',
      module: '../../tools/prove/prove.js',
    },
    'move-pictures': {
      about: 'copies the files of pictures to another store',
      module: '../../tools/take-over/move/move-pictures.js',
    },
    rebuild: { about: 'computes stored figures and counters again', module: './rebuild.js' },
    partition: { about: 'partitions large tables', module: './partition.js' },
    ledger: { about: 'exports which client has called what', module: './ledger.js' },
    retire: { about: 'says whether a row or field is safe to switch off', module: './retire.js' },
    'migration-report': {
      about: 'shows what a client still calls',
      module: '../../tools/translate/migration-report.js',
    },
    prune: { about: 'removes at once what is removed from time to time', module: './prune.js' },
  },
  'For developers of clients': {
    translate: {
      about: 'shows what a call of the REST interface becomes in GraphQL, and compares both',
      module: '../../tools/translate/translate.js',
      takesAnything: true,
    },
    live: { about: 'prints live events as they happen', module: '../../schema/live/listen.js' },
  },
  'For developers of the service, on a database server of their own': {
    migration: { about: 'writes a migration from the entities', module: './create-migration.js' },
    bench: { about: 'compares the service with a bare server', module: '../../tools/trials/bench/run.js' },
    'bench-seed': { about: 'fills the database of the benchmark', module: '../../tools/trials/bench/seed.js' },
    calibrate: {
      about: 'measures the fields whose prices are computed from their time',
      module: '../../tools/trials/calibration/run.js',
    },
    'taking-over': {
      about: 'takes over a large invented service, and measures it',
      module: '../../tools/trials/take-over/run.js',
    },
    'bench-flat': {
      about: 'shows which times stay the same in larger databases',
      module: '../../tools/trials/bench/flat.js',
    },
    'bench-embedded': { about: 'measures the embedded database', module: '../../tools/trials/bench/embedded.js' },
    'bench-live': {
      about: 'compares subscriptions with a bare server',
      module: '../../tools/trials/bench/live/run.js',
    },
    scaling: { about: 'measures how the service grows', module: '../../tools/trials/scaling/run.js' },
    'scaling-page': { about: 'prints what `scaling` has measured', module: '../../tools/trials/scaling/print-page.js' },
    attacks: { about: 'attacks the service beside a bystander', module: '../../tools/trials/attacks/run.js' },
    cluster: {
      about: 'runs the tests on two processes behind nginx',
      module: '../../tools/trials/cluster/run.js',
      takesAnything: true,
    },
    faults: {
      about: 'kills, freezes and fails over what the service needs',
      module: '../../tools/trials/faults/run.js',
    },
    operating: { about: 'tries upgrades, backups and the image', module: '../../tools/trials/operating/run.js' },
    upgrades: {
      about: 'upgrades from former releases and commits, and goes back',
      module: '../../tools/trials/upgrades/run.js',
    },
    'seeded-faults': {
      about: 'seeds faults into the REST interface, and looks for them',
      module: '../../tools/trials/seeded-faults/run.js',
    },
    recordings: {
      about: 'reads recordings of other programs, and compares them with gpsbabel',
      module: '../../tools/trials/recordings/run.js',
    },
    importing: {
      about: 'brings an archive of 1,000 recordings in, beside others, killed, and hostile ones',
      module: '../../tools/trials/importing/run.js',
    },
    soak: { about: 'keeps the service busy for hours', module: '../../tools/trials/soak/run.js' },
    screenshots: { about: 'makes the pictures of the documents', module: '../../tools/playground/test/screenshots.js' },
  },
};
