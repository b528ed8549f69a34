import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';
import type { Privacy } from '../rules/visibility.ts';

/** How far an import is: its archive is awaited, it waits for its turn, it runs, it is done, its archive was refused, or its owner ended it. */
export const importStates = ['prepared', 'waiting', 'running', 'done', 'refused', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];

/** A file or record of an archive that did not come in, and the sentence that says why. */
export interface RefusedPart {
  file: string;
  reason: string;
}

/** What became of something in an archive: it came in, it was there already, or it did not come in. */
export const importOutcomes = ['added', 'duplicate', 'refused'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What the owner says about the recordings of another service. Archives of `exportMyData` say it themselves. */
export interface ImportWishes {
  /** Who may see the runs. */
  privacy: Privacy;
  /** Whether what is no run is refused. */
  onlyRuns: boolean;
}

const DataImportSchema = defineEntity({
  name: 'DataImport',
  tableName: 'data_import',
  properties: {
    /** 128 random bits in hexadecimal, which name the import in the URL of its upload. */
    id: p.string().length(32).primary(),
    /** A user has one import at a time: the index admits no second row. */
    user: () => p.manyToOne(User).deleteRule('cascade').unique(),
    state: p.string().length(9).$type<ImportState>().default('prepared'),
    /** What the owner wishes (`ImportWishes`). */
    runPrivacy: p.string().length(7).$type<Privacy>().default('private'),
    onlyRuns: p.boolean().default(false),
    expiresDate: p.datetime(6).columnType('timestamptz(6)'),
    /** The number of PUT requests that began. Each of them stores parts under its number. */
    attempts: p.integer().default(0),
    /** The PUT request whose parts are the archive; null before one has sent everything. */
    upload: p.integer().nullable(),
    /** The size of the archive, and the SHA-256 of it; null before it is there. */
    bytes: p.integer().nullable(),
    digest: p.blob().nullable(),
    startedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
    finishedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
    /** The number of things in the archive that can come in; null before it was read. */
    total: p.integer().nullable(),
    /** The number of things that were looked at: the import goes on from there. */
    done: p.integer().default(0),
    /** What was done when its owner was last told, about once a second. */
    told: p.integer().default(0),
    added: p.integer().default(0),
    duplicates: p.integer().default(0),
    refusedCount: p.integer().default(0),
    /** The first of what did not come in. */
    refused: p.json<RefusedPart[]>().defaultRaw("'[]'"),
    /** Why the whole archive was refused. */
    reason: p.string().length(500).nullable(),
    /** The run here that the latest run of the archive became, or that it was already; pictures and a route follow it. */
    workoutId: p.bigint('number').nullable(),
    /** How often a process began without getting further. */
    stuck: p.integer().default(0),
  },
});

/** An archive of `exportMyData` or of another service that comes into an account. */
export class DataImport extends DataImportSchema.class {}
DataImportSchema.setClass(DataImport);

const DataImportPartSchema = defineEntity({
  name: 'DataImportPart',
  tableName: 'data_import_part',
  properties: {
    import: () => p.manyToOne(DataImport).primary().deleteRule('cascade'),
    /** The PUT request that sent it. */
    attempt: p.integer().primary().autoincrement(false),
    /** Its index in the archive, from 0. */
    place: p.integer().primary().autoincrement(false),
    content: p.blob(),
  },
});

/**
 * A mebibyte of an archive that waits to be read. It is in the database, so that every process can read it, and so that it goes
 * with the account.
 */
export class DataImportPart extends DataImportPartSchema.class {}
DataImportPartSchema.setClass(DataImportPart);

const DataImportResultSchema = defineEntity({
  name: 'DataImportResult',
  tableName: 'data_import_result',
  properties: {
    import: () => p.manyToOne(DataImport).primary().deleteRule('cascade'),
    /** The number of the thing among those in the archive, from 1. */
    place: p.integer().primary().autoincrement(false),
    /** Its name in the archive. */
    file: p.string().length(300),
    outcome: p.string().length(9).$type<ImportOutcome>(),
    /** What its owner should know: why it did not come in, or what is missing of it. */
    reason: p.string().length(1000).nullable(),
    /** The run that it became, or that was there already, unless it was deleted afterwards. */
    workoutId: p.bigint('number').nullable(),
  },
});

/** What became of one thing in an archive. */
export class DataImportResult extends DataImportResultSchema.class {}
DataImportResultSchema.setClass(DataImportResult);
