import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import pg from 'pg';

/** A message of the server, as the driver has it. */
interface Message {
  name: string;
}

/** The parser of the driver, with the method that this module overrides. */
interface DriverParser {
  parse(bytes: Buffer, take: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

/** A connection of the driver, with the method that this module replaces. */
interface Connection extends EventEmitter {
  attachListeners(stream: Socket): void;
}

// Classes of the driver, for which it has no types.
const load = createRequire(import.meta.url);
const { Parser } = load('pg-protocol/dist/parser.js') as { Parser: new () => DriverParser };
const { DataRowMessage } = load('pg-protocol/dist/messages.js') as {
  DataRowMessage: new (length: number, texts: (string | null)[]) => Message;
};

/** The code of a message that contains a row. */
const dataRow = 'D'.charCodeAt(0);
/** Longer rows, in bytes, have few values, and are left to the driver. */
const longestRow = 4096;
/** Texts that are cut from another one and have fewer characters do not refer to it, so that it is not kept in memory. */
const copied = 13;

/**
 * The parser of the driver, which decodes the values of a row one by one. Here, a row is decoded at once, and short values are cut
 * from it, because each decoding is a call out of JavaScript (docs/performance.md#generated-functions).
 */
class RowParser extends Parser {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    if (code !== dataRow || length > longestRow) return super.handlePacket(offset, code, length, bytes);
    return new DataRowMessage(length, textsOf(bytes, offset, offset + length - 4));
  }
}

/** The texts of the values of a row, which are null for null. A row is a number of values, and for each its length and its bytes. */
function textsOf(bytes: Buffer, start: number, end: number): (string | null)[] {
  const row = bytes.toString('latin1', start, end);
  const texts: (string | null)[] = [];
  let at = start + 2;
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) {
      texts.push(null);
      continue;
    }
    const after = at + length;
    const isCut = length < copied && isAscii(bytes, at, after);
    texts.push(isCut ? row.slice(at - start, after - start) : bytes.toString('utf8', at, after));
    at = after;
  }
  return texts;
}

function isAscii(bytes: Buffer, start: number, end: number): boolean {
  let all = 0;
  for (let at = start; at < end; at++) all |= bytes[at] as number;
  return all < 0x80;
}

/** A connection to PostgreSQL that reads rows with `RowParser`, and is that of the driver otherwise. */
export class Client extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    const { connection } = this as unknown as { connection: Connection };
    connection.attachListeners = (stream) => {
      const parser = new RowParser();
      const take = (message: Message) =>
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      stream.on('data', (bytes: Buffer) => parser.parse(bytes, take));
    };
  }
}
