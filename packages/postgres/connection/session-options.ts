import type { DatabaseConfig } from '../interface/database-config.ts';
import { sessionSettings } from './session-settings.ts';
import { requestLimits, serverSettings } from './time-limits.ts';

/**
 * The settings of every connection. The server regularly checks whether the client is still connected, and cancels its
 * statement when it is not.
 */
export function sessionOptions(config: DatabaseConfig): string {
  const settings = {
    ...sessionSettings,
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    client_connection_check_interval: 1000,
    ...serverSettings(requestLimits(config)),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', String.raw`\ `)}`)
    .join(' ');
}
