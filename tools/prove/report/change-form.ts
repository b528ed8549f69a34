const placesOf = (text: string) => text.split('.')[1]?.length ?? 0;

/** The form of a text: what stays when its digits are others. */
function formOfText(text: string): string {
  if (text === '') return 'an empty text';
  if (/^\d{4}-\d\d-\d\d(?:[T ].*)?$/.test(text)) return `the form ${text.replaceAll(/\d/g, '0')}`;
  if (/^-?\d+$/.test(text)) return 'digits';
  if (/^-?\d+\.\d+$/.test(text)) return `a decimal with ${placesOf(text)} places`;
  if (text.startsWith('/')) return `the path ${text.replaceAll(/\d+/g, 'N').replaceAll(/=[^&]*/g, '=…')}`;
  return /^https?:/.test(text) ? 'an address' : 'a text';
}

/** The kind of a value and its text, as differences show them. */
function valueOf(shown: string): { kind: string; text: string } {
  const [, kind = '', quoted = ''] = /^(\w+) (".*")$/s.exec(shown) ?? [];
  return kind === '' ? { kind: '', text: shown } : { kind, text: String(JSON.parse(quoted)) };
}

function formOf({ kind, text }: { kind: string; text: string }): string {
  if (kind === 'text') return formOfText(text);
  if (kind === 'boolean') return text;
  return kind === '' ? text.replace(/^a (list|mapping) of .*/s, 'a $1') : kind;
}

/** How one text of a form became another one. */
function changeOfText(one: string, other: string): string {
  const same = (change: (text: string) => string) => change(one) === change(other);
  if (same((text) => text.toLowerCase())) return 'another case';
  if (same((text) => text.replaceAll(/\s+/g, ''))) return 'other white space';
  if (one.startsWith(other)) return 'cut off';
  return other.includes(one) ? 'something is added' : 'another one';
}

/** How one number or moment became another one. */
function changeOfNumber(one: number, other: number): string {
  const by = other - one;
  if (Math.abs(by) === 1) return by > 0 ? 'one more' : 'one fewer';
  if (Math.abs(by) < 1) return 'rounded';
  if (one !== 0 && other % one === 0) return `${other / one} times`;
  return by > 0 ? 'more' : 'less';
}

/**
 * The form of a change, so that a fault at a field which differs already is another cause: `a decimal with 2 places → a decimal with 1 places`,
 * `integer: one more`. There are few of them, whatever the values are.
 */
export function formOfChange(recorded: string, answered: string): string {
  const [one, other] = [valueOf(recorded), valueOf(answered)];
  const [from, to] = [formOf(one), formOf(other)];
  if (from !== to) return `${from} → ${to}`;
  if (one.text === other.text) return from;
  if (from.startsWith('the form')) {
    const hours = (Date.parse(`${other.text.slice(0, 19)}Z`) - Date.parse(`${one.text.slice(0, 19)}Z`)) / 3_600_000;
    const moved = hours > 0 ? 'later' : 'earlier';
    return `${from}: ${Math.abs(hours) <= 14 && hours % 0.25 === 0 ? `${hours} hours` : moved}`;
  }
  if (from === 'a text') return `${from}: ${changeOfText(one.text, other.text)}`;
  const isNumber = one.kind === 'integer' || one.kind === 'float' || from.startsWith('a decimal');
  return isNumber ? `${from}: ${changeOfNumber(Number(one.text), Number(other.text))}` : from;
}
