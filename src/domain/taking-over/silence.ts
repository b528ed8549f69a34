import { statement } from '../../platform/database/statement.ts';

/** The triggers write no live events and no notifications in the transaction in which this was executed. */
export const beSilent = statement.read('be_silent', `select set_config('runners.silent', 'on', true)`);
