/** A piece of HTML in which all inserted values are escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A template tag that escapes inserted values, except HTML that was made in the same way, and lists of it. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  return new Html(parts.map((part, i) => part + (i < values.length ? written(values[i]) : '')).join(''));
}

function written(value: string | number | Html | readonly Html[] | undefined): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return (value as readonly Html[]).map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** JSON that may stand inside of a script, which it cannot end. */
export const inScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
