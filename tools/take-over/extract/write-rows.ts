import { Sentence } from '../../../src/platform/sentence.ts';
import { fieldJson } from './field-json.ts';
import { createLineFile } from './line-file.ts';
import type { FileFacts, LineFile } from './line-file.ts';
import type { Notes } from './notes.ts';
import type { Query } from './read-queries.ts';
import type { Raw, Source } from './source.ts';
import { fileFields } from './special-fields.ts';

/** Milliseconds between two lines that say how far a file is. */
const progressEvery = 10_000;

/** What writing a file needs. */
interface Writing {
  source: Source;
  query: Query;
  /** Where the lines are written. */
  path: string;
  notes: Notes;
  /** Receives the names of pictures and GPX files, as JSON. */
  fileNames: Pick<LineFile, 'add'> | null;
  print: (line: string) => void;
}

/**
 * Runs a statement and writes its rows, one JSON object a line.
 * @throws Sentence with the file of the statement, the line if the server names one, and what the server says
 */
export async function writeRows(writing: Writing): Promise<FileFacts> {
  const { query, path, print } = writing;
  const begun = performance.now();
  const file = await createLineFile(path);
  try {
    await copyRows(writing, file);
  } catch (error) {
    await file.abandon();
    throw isOfServer(error) ? new Sentence(`${query.file}${placeOf(error, query.statement)}: ${error.message}`) : error;
  }
  const facts = await file.end();
  const seconds = Math.max((performance.now() - begun) / 1000, 0.001);
  const figures = `${(file.bytes() / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
  print(`${query.name}: ${facts.rows} rows, ${figures} (${Math.round(facts.rows / seconds)} rows/s).`);
  return facts;
}

async function copyRows({ source, query, notes, fileNames, print }: Writing, file: LineFile): Promise<void> {
  const field = (column: string) => `${query.name}.${column}`;
  const { columns, rows } = await source.read(query.statement, notes, field);
  const twice = columns.find(({ name }, i) => columns.findIndex((other) => other.name === name) < i);
  if (twice) throw new Sentence(`${query.file}: the column ${twice.name} comes twice`);
  const parts = columns.map((column, i) => ({
    begin: `${i === 0 ? '{' : ','}${JSON.stringify(column.name)}:`,
    json: fieldJson(column, field(column.name), notes),
    isFile: fileFields.has(column.name),
  }));
  let next = performance.now() + progressEvery;
  for await (const row of rows) {
    let line = '';
    for (const [i, { begin, json, isFile }] of parts.entries()) {
      const value = json((row[i] ?? null) as Raw);
      line += begin + value;
      if (isFile && fileNames && value !== 'null') await fileNames.add(value);
    }
    const written = file.add(`${line}}`);
    if (written === undefined) continue;
    await written;
    if (performance.now() < next) continue;
    print(`${query.name}: ${file.rows()} rows so far.`);
    next = performance.now() + progressEvery;
  }
}

/** A failure that the server states, or a connection that ended: not a mistake of this program, and not a disk that is full. */
function isOfServer(error: unknown): error is Error & { position?: string } {
  return error instanceof Error && (error.constructor === Error || 'code' in error) && !('path' in error);
}

/** PostgreSQL states the character, from 1. */
function placeOf({ position }: { position?: string }, statement: string): string {
  if (position === undefined) return '';
  return `, line ${
    [...statement]
      .slice(0, Number(position) - 1)
      .join('')
      .split('\n').length
  }`;
}
