/** What an error may carry into the log besides its kind, its message and its stack: codes and names, no values. */
const kept = ['code', 'errno', 'syscall', 'status', 'severity', 'constraint', 'table', 'column', 'routine'] as const;
/** Causes below causes that are told. */
const deepest = 4;
/** Characters of a message at most. */
const longest = 500;

/** PostgreSQL's codes for values that do not fit: their messages quote them. */
const quotesValues = /^22/;

/**
 * An error as it is logged. Errors of drivers carry the rows, the parameters and the text of statements, and errors of mail
 * servers carry addresses. So only named properties are taken, and messages are cut where values begin
 * (docs/observability.md#what-is-never-logged).
 */
export function safeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const found = error as unknown as Record<string, unknown>;
  const made: Record<string, unknown> = { type: error.name, message: safeMessage(error), stack: framesOf(error) };
  for (const name of kept) {
    const value = found[name];
    if (typeof value === 'string' || typeof value === 'number') made[name] = value;
  }
  const cause = error.cause ?? (error instanceof AggregateError ? (error.errors[0] as unknown) : undefined);
  if (cause !== undefined && depth < deepest) made['cause'] = safeError(cause, depth + 1);
  return made;
}

/** The calls of a stack, without the message in front of them. */
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
    return message.replace(/[:"'].*$/s, '').trim();
  return redacted(message).slice(0, longest);
}

/**
 * The ORM puts the text of the statement, with its values, in front of what the database says, and details, such as the row
 * that failed, on further lines. The code, the constraint and the table tell what failed without either.
 */
function withoutStatement(message: string): string {
  if (/^\s*(select|insert|update|delete|with|begin|create|merge)\b/i.test(message)) return 'a statement failed';
  return message.split('\n', 1)[0] ?? '';
}

/**
 * Replaces what looks like an address, a credential or a signature, and everything that stands in quotation marks behind a
 * word of a parser ("… is not valid JSON" quotes the text).
 */
export function redacted(text: string): string {
  return text
    .replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;]+/g, '[address]')
    .replace(/\b(ApiKey|Bearer|Basic)\s+\S+/gi, '$1 [credential]')
    .replace(/\b(signature|access_key|key|token|password|secret|access_token)=[^&\s]+/gi, '$1=[secret]')
    .replace(/\/password-reset\/[\w-]+/g, '/password-reset/[secret]')
    .replace(/(\/\/)[^/\s]*:[^/\s]*@/g, '$1[credential]@')
    .replace(/"(?:[^"\\]|\\.)*"(?=\S* is not valid JSON)/gs, '[text]')
    .replace(/[\w-]{32,}/g, '[secret]');
}
