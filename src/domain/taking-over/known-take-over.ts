import type { Logger } from 'pino';
import { oldKeyForms, watchOldCredentials } from '../accounts/old-credentials.ts';
import type { Queries } from '@runners/postgres';
import { takeOverState } from './preparing.ts';
import type { TakeOverState } from './preparing.ts';

/** What this process knows of a takeover. It is read before the first request, and again whenever a change of it is announced. */
export class KnownTakeOver {
  readonly #queries: Pick<Queries, 'one' | 'all'>;
  readonly #log: Pick<Logger, 'info'>;
  #state: TakeOverState | null = null;
  #keyLengths: ReadonlySet<number> | null = null;

  constructor(queries: Pick<Queries, 'one' | 'all'>, log: Pick<Logger, 'info'>) {
    this.#queries = queries;
    this.#log = log;
  }

  /**
   * Reads it. What was known stays if the database cannot be asked.
   * @param isNews whether something was taken over since, so that what is left of old credentials is counted
   */
  async read(isNews = this.#state === null): Promise<void> {
    const [keyLengths, state] = [await oldKeyForms(this.#queries), await takeOverState(this.#queries)];
    if (isNews && state.isTakenOver) await watchOldCredentials(this.#queries);
    const { preparingSince: since } = state;
    const before = this.#state?.preparingSince ?? null;
    if (since !== null && before === null)
      this.#log.info(
        { since },
        'a takeover is being prepared: reads are answered, and writes are refused until npx runners take-over open',
      );
    if (since === null && before !== null) this.#log.info('the takeover is open: writes are accepted');
    this.#keyLengths = keyLengths;
    this.#state = state;
  }

  /** Whether writes are refused (decisions P29): also as long as it was never read. */
  readonly isPreparing = (): boolean => this.#state === null || this.#state.preparingSince !== null;

  /** Whether pictures had other URLs (decisions P33). */
  readonly hasOldUrls = (): boolean => this.#state?.hasOldUrls ?? false;

  /** Whether profiles, preferences or statistics have other ids than their users. */
  readonly hasPartIds = (): boolean => this.#state?.hasPartIds ?? false;

  /** Whether keys of this length were taken over. Those of any other form are refused without the database. */
  readonly hasKeysOf = (length: number): boolean => this.#keyLengths?.has(length) ?? false;
}
