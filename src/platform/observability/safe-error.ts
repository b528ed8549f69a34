/** The properties of an error that are logged besides its type, message and stack: codes and names, and no values. */
const kept = ['code', 'errno', 'syscall', 'status', 'severity', 'constraint', 'table', 'column', 'routine'] as const;
/** The largest number of nested causes that are logged. */
const deepest = 4;
/** The largest number of characters of a logged message. */
const longest = 500;

/** PostgreSQL's codes for invalid values, whose messages quote the values. */
const quotesValues = /^22/;

/**
 * Converts an error into the form in which it is logged. Errors of drivers contain rows, parameters and texts of statements,
 * and errors of mail servers contain addresses. Therefore only known properties are kept, and messages are cut off where
 * values begin
 * (docs/observability.md#what-is-never-logged).
 */
export function safeError(error: unknown, depth = 0): object {
  if (!isError(error)) return { type: typeof error };
  const found = error as unknown as Record<string, unknown>;
  const made: Record<string, unknown> = {
    type: error.name ?? 'Error',
    message: safeMessage(error),
    stack: framesOf(error),
  };
  for (const name of kept) {
    const value = found[name];
    if (typeof value === 'string' || typeof value === 'number') made[name] = value;
  }
  const cause = error.cause ?? (error instanceof AggregateError ? (error.errors[0] as unknown) : undefined);
  if (cause !== undefined && depth < deepest) made['cause'] = safeError(cause, depth + 1);
  return made;
}

/** Whether it is an error, or an object with the properties of one: pg-boss reports the errors of its workers as such copies. */
function isError(error: unknown): error is Error {
  if (error instanceof Error) return true;
  const { message, stack } = Object(error) as { message?: unknown; stack?: unknown };
  return typeof message === 'string' && typeof stack === 'string';
}

/** The frames of a stack, without the message before them. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function safeMessage(error: Error): string {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  const message = withoutStatement(error.message);
  if (typeof severity === 'string' && typeof code === 'string' && quotesValues.test(code))
    return (message.split(/[:"']/, 1)[0] ?? '').trim();
  return redacted(message).slice(0, longest);
}

/**
 * Removes the text of a statement and the details from a message. The ORM writes the text, with its values, before the
 * message of the database, and details, such as the row that failed, on further lines. The code, the constraint and the
 * table identify the problem without them.
 */
function withoutStatement(message: string): string {
  if (/^\s*(select|insert|update|delete|with|begin|create|merge)\b/i.test(message)) return 'a statement failed';
  return message.split('\n', 1)[0] ?? '';
}

/**
 * Replaces whatever looks like an address, a credential or a signature, and the text that a parser quotes in its message
 * ("… is not valid JSON").
 */
export function redacted(text: string): string {
  return withoutJson(text)
    .replace(/(?<![^\s<>"'(),;:=])[^\s<>"'(),;:=@]*@[^\s<>"'(),;]+/g, '[address]')
    .replace(/\b(ApiKey|Bearer|Basic)\s+\S+/gi, '$1 [credential]')
    .replace(/\b(signature|access_key|key|token|password|secret|access_token)=[^&\s]+/gi, '$1=[secret]')
    .replace(/\/password-reset\/[\w-]+/g, '/password-reset/[secret]')
    .replace(/(\/\/)[^/\s:]*:(?:[^/\s@]*@)+/g, '$1[credential]@')
    .replace(/[\w-]{32,}/g, '[secret]');
}

/** Removes the text that a parser of JSON quotes. */
function withoutJson(text: string): string {
  const [from, to] = [text.indexOf('"'), text.lastIndexOf(' is not valid JSON')];
  return from >= 0 && to > from ? `${text.slice(0, from)}[text]${text.slice(to)}` : text;
}
