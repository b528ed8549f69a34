import { Repeated, UntypedMapping } from '@runners/wire';
import type { Format } from './formats.ts';

/*
 * What a thread reads is cloned on its way to the event loop, and instances of classes lose their class. In what forms and XML
 * contain, every object is an UntypedMapping, and a list can be Repeated: such a list travels as a Map.
 */

const isUntyped = (format: Format) => format === 'form' || format === 'xml';
type Fields = Record<string, unknown>;

/** The fields as a thread hands them over. */
export function handedOver(fields: Fields, format: Format): Fields {
  return isUntyped(format) ? (outgoing(fields) as Fields) : fields;
}

/** The fields as they were before `handedOver`. */
export function takenOver(fields: Fields, format: Format): Fields {
  return isUntyped(format) ? (incoming(fields) as Fields) : fields;
}

function outgoing(value: unknown): unknown {
  if (value instanceof Repeated) return new Map(value.map((item, at) => [at, outgoing(item)]));
  if (Array.isArray(value)) return value.map(outgoing);
  return value instanceof UntypedMapping ? each({}, value, outgoing) : value;
}

function incoming(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'latitudeE7' in value) return value;
  if (value instanceof Map) return Repeated.from(value.values(), incoming);
  return Array.isArray(value) ? value.map(incoming) : each(new UntypedMapping(), value as Fields, incoming);
}

function each(into: Fields, from: Fields, change: (value: unknown) => unknown): Fields {
  for (const [key, value] of Object.entries(from))
    Object.defineProperty(into, key, { value: change(value), enumerable: true, writable: true, configurable: true });
  return into;
}
