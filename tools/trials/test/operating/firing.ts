/** Series of three hours in the notation of promtool, by their names. */
type Series = Readonly<Record<string, string>>;

const always = (value: number) => `${value}x180`;
const growing = (step: number) => `0+${step}x180`;

const ofFeed = (le: string, step: number): Series => ({
  [`runners_http_request_duration_seconds_bucket{row="GET /post/",le="${le}"}`]: growing(step),
});

/** Of each alert, what it is for, and the labels that it has then besides its own. A backup was made at the beginning, if nothing else is said. */
export const firing: Readonly<Record<string, [series: Series, labels: Readonly<Record<string, string>>]>> = {
  RunnersDown: [{ 'up{job="runners"}': always(0) }, { job: 'runners' }],
  RunnersWorkerDown: [{ 'runners_worker_up{worker="2"}': always(0) }, { worker: '2' }],
  RunnersRestarts: [{ 'process_start_time_seconds{job="runners"}': growing(60) }, { job: 'runners' }],
  RunnersVersions: [
    { 'runners_build_info{version="1.0.0"}': always(1), 'runners_build_info{version="1.1.0"}': always(1) },
    {},
  ],
  RunnersDatabaseDown: [
    {
      'runners_database_up{instance="a",worker="1"}': always(1),
      'runners_database_up{instance="a",worker="2"}': always(0),
    },
    { instance: 'a' },
  ],
  RunnersBackupLate: [{ runners_last_backup_timestamp_seconds: always(-90_000) }, {}],
  RunnersFailures: [
    {
      'runners_http_requests_total{row="a",outcome="failed"}': growing(2),
      'runners_http_requests_total{row="a",outcome="ok"}': growing(98),
    },
    {},
  ],
  RunnersSlowFeed: [{ ...ofFeed('0.5', 90), ...ofFeed('1', 100), ...ofFeed('+Inf', 100) }, {}],
  RunnersDatabaseConnections: [{ 'runners_database_connections{state="waiting"}': always(21) }, {}],
  RunnersSlowStatements: [
    { 'runners_database_slow_statements_total{statement="feed"}': growing(1) },
    { statement: 'feed' },
  ],
  RunnersLiveLag: [{ runners_live_event_lag_seconds: always(6) }, {}],
  RunnersMailsLate: [{ 'runners_jobs_overdue_seconds{queue="mail"}': always(301) }, {}],
  RunnersJobsGivenUp: [{ 'runners_jobs_given_up{queue="mail"}': always(1) }, { queue: 'mail' }],
  RunnersRedis: [{ 'runners_redis_usable{worker="1"}': always(1), 'runners_redis_usable{worker="2"}': always(0) }, {}],
  RunnersEventLoop: [{ nodejs_eventloop_lag_p99_seconds: always(0.3) }, {}],
  RunnersMemory: [{ process_resident_memory_bytes: always(1.6e9) }, {}],
  RunnersRetiredCalls: [{ 'runners_retirement_refusals_total{name="GET /me/"}': growing(1) }, { name: 'GET /me/' }],
};
