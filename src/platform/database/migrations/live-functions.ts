type Name = `live_${string}` | `notify_${string}`;

/**
 * The whole text of the function of a trigger that writes live events or notifications. In a transaction that asks for it
 * (src/domain/taking-over/silence.ts), it tells nobody anything.
 * @param body statements of PL/pgSQL, each of which ends with a semicolon
 */
export function liveFunction(name: Name, body: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as $$ begin
    if current_setting('runners.silent', true) = 'on' then return null; end if;
    ${body} return null; end $$`;
}

/** Such a function and its trigger. @param event such as `insert on message for each row` */
export function liveTrigger(name: Name, event: string, body: string): [string, string] {
  return [liveFunction(name, body), `create trigger ${name} after ${event} execute function ${name}()`];
}

/** Drops the functions among these statements, and their triggers. */
export function withoutFunctions(statements: readonly string[]): string {
  const names = statements.flatMap((sql) => /^create or replace function (\w+)/.exec(sql)?.[1] ?? []);
  return `drop function ${names.join(', ')} cascade`;
}
