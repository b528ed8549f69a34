import { MalformedBody } from '../body/malformed-body.ts';
import { TooManyValues } from '../body/too-many-values.ts';
import { addValue, UntypedMapping } from '../values/untyped-value.ts';

/** The largest number of different fields of a mapping. The largest one of the interface has about thirty. */
const MAX_FIELDS = 1000;

const INTEGER = /^[+-]?\d{1,400}$/;
const FLOAT = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,9})?$/;
const NOT_BLANK = /[^ \t\r\n]/;

/** The valid values of the `type` attribute of an element. Anything else counts as no hint (decisions W5). */
type Hint = 'integer' | 'float' | 'boolean' | 'null' | 'list' | 'hash' | 'none';
const hints: ReadonlySet<string> = new Set(['integer', 'float', 'boolean', 'null', 'list', 'hash']);

/** An open element of an XML body. */
export class XmlElement {
  readonly name: string;
  readonly #hint: Hint;
  #text = '';
  #list: unknown[] | undefined;
  #fields: UntypedMapping | undefined;
  #fieldCount = 0;
  #children = 0;

  /**
   * @param parent undefined for the root element
   * @param maxItems the largest number of children
   */
  constructor(
    name: string,
    type: string | undefined,
    parent: XmlElement | undefined,
    readonly maxItems: number,
  ) {
    this.name = name;
    if (type !== undefined && hints.has(type)) {
      this.#hint = type as Hint;
    } else {
      // A list at the root or inside another list is written as <objects>, without a type (docs/contract/formats.md).
      this.#hint = name === 'objects' && (!parent || parent.#hint === 'list') ? 'list' : 'none';
    }
  }

  addText(text: string): void {
    this.#text += text;
  }

  /** @throws MalformedBody, TooManyValues */
  addChild(name: string, value: unknown): void {
    if (++this.#children > this.maxItems)
      throw new TooManyValues(`${this.name.slice(0, 80)}: the XML has more than ${this.maxItems} elements there`);
    if (this.#hint === 'list') {
      (this.#list ??= []).push(value);
      return;
    }
    this.#fields ??= new UntypedMapping();
    if (!(name in this.#fields) && ++this.#fieldCount > MAX_FIELDS) {
      throw new MalformedBody(`the XML has an element with more than ${MAX_FIELDS} different children`);
    }
    addValue(this.#fields, name, value);
  }

  /** @throws MalformedBody when the content does not match the hint */
  value(): unknown {
    switch (this.#hint) {
      case 'null':
        return null;
      case 'list':
        this.#checkNoText();
        return this.#list ?? [];
      case 'hash':
        this.#checkNoText();
        return this.#fields ?? new UntypedMapping();
      case 'none':
        if (!this.#fields) return this.#text;
        this.#checkNoText();
        return this.#fields;
      default:
        return this.#scalar(this.#hint);
    }
  }

  /**
   * The value of the root element, as value(), except that an empty root is an empty mapping: `<request/>`. A single scalar is written as
   * `<value>`.
   */
  rootValue(): unknown {
    const value = this.value();
    const blank = typeof value === 'string' && !NOT_BLANK.test(value);
    return blank && this.name !== 'value' ? new UntypedMapping() : value;
  }

  #scalar(hint: 'integer' | 'float' | 'boolean'): number | boolean {
    if (!this.#fields) {
      const text = this.#text.trim();
      if (hint === 'boolean') {
        if (/^(?:true|1)$/i.test(text)) return true;
        if (/^(?:false|0)$/i.test(text)) return false;
      } else if ((hint === 'integer' ? INTEGER : FLOAT).test(text)) {
        const number = Number(text);
        if (Number.isFinite(number)) return number;
      }
    }
    throw new MalformedBody(`${this.name.slice(0, 80)}: the XML says type="${hint}", but the content is not`);
  }

  #checkNoText(): void {
    if (this.#text !== '' && NOT_BLANK.test(this.#text)) {
      throw new MalformedBody(`${this.name.slice(0, 80)}: the XML has text between elements`);
    }
  }
}
