/** Files of tests that `npx runners cluster` leaves out, with the reason. */
export const excluded: Readonly<Record<string, string>> = {
  'test/web/unescaped.test.ts': 'nginx reads HTTP itself, and refuses malformed requests and spaces in URLs',
  'tools/trials/test/faults/frozen.test.ts': 'it freezes the connections of DATABASE_URL, and others are used as well',
  'tools/trials/test/faults/connections.test.ts':
    'it cuts the connections of DATABASE_URL, and PgBouncer answers for them as well',
  'tools/trials/test/faults/unknown.test.ts':
    'it cuts the connections of one process, and half of the requests reach the other one',
  'test/accounts/outage.test.ts':
    'it takes the database from one process, and half of the requests reach the other one',
  'test/web/pace.test.ts': 'it measures the pace of one process, and nginx passes bodies on in parts of its own',
  'test/observability/faults.test.ts': 'it takes a table away, which the standby still has for a moment',
  'test/retiring/page.test.ts': 'it reads the counts of one process, and half of the calls reach the other one',
  'test/retiring/removals.test.ts': 'it reads the counts of one process, and half of the calls reach the other one',
  'test/retiring/ledger.test.ts': 'it reads the counts of one process, and half of the calls reach the other one',
  'test/live/limits.test.ts': 'each process has these limits of its own',
  'test/maps/many-maps.test.ts': 'it fills the queue of one process',
  'test/web/requests-at-once.test.ts': 'it fills the queue of one process',
  'test/web/connections.test.ts': 'each process has these limits of its own',
  'test/web/closed-listeners.test.ts': 'it counts the listeners of one process',
  'test/corridor/corridor.test.ts': 'it looks at the files that one process passes',
  'test/rest-compat/parsed-in-threads.test.ts': 'it counts the threads of one process',
  'test/accounts/password-work.test.ts': 'it measures the processor time of one process',
  'test/places/late.test.ts': 'it takes the gazetteer from one process, and half of the requests reach the other one',
  'tools/translate/test/migration-report.test.ts':
    'it reads the counts of one process, and half of the calls reach the other one',
};

const inOneProcess = 'it counts statements of one process, and half of the requests reach the other one';
const ofEachProcess = 'each process has this limit, cache or metric of its own';
const nginxRefuses = 'nginx refuses one of its requests itself';
const inFolder = 'it looks into the folder of files, which are in the S3 store here';

/** Expressions for the names of tests that are left out, with the reason. */
export const excludedNames: Readonly<Record<string, string>> = {
  'statements?': inOneProcess,
  'executes a query with an error of': inOneProcess,
  'newest account first, in each format': inOneProcess,
  'in each format; a missing name and other orders': inOneProcess,
  'searchRoutes returns pages': inOneProcess,
  'the lists of routes are newest first': inOneProcess,
  'HEAD has the headers of GET, and reads no track': inOneProcess,
  'without a place is removed when it ends': 'it looks at what one process holds',
  'is drawn once for many simultaneous requests': inOneProcess,
  'limits connections of a user': ofEachProcess,
  'a document is known by its hash': ofEachProcess,
  'link for persisted queries works': ofEachProcess,
  'metrics contain the pool': ofEachProcess,
  'metrics count rows and operations': ofEachProcess,
  'produces one archive at a time': ofEachProcess,
  'the files of a picture': inFolder,
  'leaves no file when': inFolder,
  'while the store fails': inFolder,
  'on a disk that is read-only takes no picture': inFolder,
  'of DATA_DIR a picture is refused': inFolder,
  'as many transactions as the pool has connections': 'PgBouncer has fewer connections than the pool of the process',
  'takes at most 300 bytes': 'nginx adds the headers Server and Connection',
  '/% is 404': nginxRefuses,
  'answers 404 for an unknown participant': nginxRefuses,
  'concerns the server': nginxRefuses,
  'a body that waits for 100 Continue': 'nginx answers it before the service does',
  'a plan is read again': 'each process reads it again by itself',
  'is told by the metrics, with how many calls were refused': ofEachProcess,
  'malformed HTTP is refused': nginxRefuses,
  'before the body is read, for every form':
    'nginx closes the connection of a client that sends megabytes after a refusal',
  'cannot be executed costs as much': 'the answer does not wait until Redis has counted what a refused document costs',
  'the last use of a key is shown':
    'the other process has cached the key, and stores its use a moment after the answer',
  'hashes as often for an unknown address':
    'it counts the hashes of one process, and half of the requests reach the other one',
  'is a failed sign-in, and is counted': ofEachProcess,
  'a write that was admitted before the suspension': 'it holds the statements of one process',
  'every table has rows': 'the other process hears a moment later that what was taken over is open',
  'are refused as a (workout|GPX file) within a second, in flat memory':
    'nginx closes the connection of a client that sends megabytes after a refusal',
  'is paid when a document is checked, and not when it comes again': ofEachProcess,
  'who leaves in the middle takes no place': ofEachProcess,
  'that only this machine can reach': 'behind nginx, the service does not know that only this machine reaches it',
  'a suspension expires at its end': 'the other process hears of a suspension a moment after it was acknowledged',
};
