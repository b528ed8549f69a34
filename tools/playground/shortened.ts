/** The largest number of characters of a text that is shown. */
const shown = 8000;

/** A text without what is too long to be shown. */
export function shortened(text: string): string {
  return text.length > shown ? `${text.slice(0, shown)} …` : text;
}

/** Variables as JSON. Files are replaced by their size, and long lists by their beginning. */
export function variablesText(variables: Record<string, unknown>): string {
  const text = JSON.stringify(
    variables,
    function (this: Record<string, unknown>, name, value: unknown) {
      const raw = this[name];
      if (raw instanceof Uint8Array) return `${raw.byteLength} bytes`;
      if (Array.isArray(value) && value.length > 20) return [...value.slice(0, 20), `${value.length - 20} more`];
      return value;
    },
    2,
  );
  return shortened(text ?? '{}');
}
