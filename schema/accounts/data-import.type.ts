import { Field, Int, ObjectType } from 'type-graphql';
import type { ImportState } from '../../src/domain/accounts/data-import.entity.ts';
import type { ImportResultRow } from '../../src/domain/accounts/data-import.queries.ts';
import { DataImportState, ImportOutcome } from '../enums.ts';
import { connectionType } from '../pagination/connection.ts';
import type { Ref } from '../rows.ts';
import { Scope } from '../scope.ts';
import { Workout } from '../workouts/workout.type.ts';
import { DateTime } from '../scalars.ts';
import { outputFields } from '../fields.ts';
import { maxArchiveBytes } from '../../src/domain/accounts/receive-archive.ts';
import { mebibytes } from '../lengths.ts';

@ObjectType({ description: 'A URL to which the archive of an account can be sent.' })
export class ArchiveUpload extends outputFields({
  uploadId: ['String!', 'Identifies the upload for `importMyData`.'],
  uploadUrl: [
    'String!',
    `Accepts one PUT of a zip file of up to ${mebibytes(maxArchiveBytes)}, without an API key: of \`exportMyData\`, of Strava, of Garmin, or of any GPX, TCX and FIT files. It answers 204, or an error in plain text.`,
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
}) {}

@ObjectType({ description: 'A file or record of an archive that did not come in.' })
export class RefusedPart extends outputFields({
  file: ['String!', 'Its name in the archive.'],
  reason: ['String!', 'A sentence that says why.'],
}) {}

@ObjectType({ description: 'What became of one thing in an archive.', simpleResolvers: true })
export class ImportResult {
  @Field(() => String, { description: 'Its name in the archive: a file, or a record of a list.' })
  file!: string;
  @Field(() => ImportOutcome, { description: 'What became of it.' })
  outcome!: ImportResultRow['outcome'];
  @Field(() => String, {
    nullable: true,
    description: 'Sentences that say why it did not come in, or what is missing of it; null if nothing is.',
  })
  reason!: string | null;
  @Field(() => Workout, {
    nullable: true,
    description:
      'The run that it became, or that was there already, if it is one, and the first one of a recording with several. Null if it was deleted afterwards.',
  })
  @Scope('WORKOUTS_READ')
  workout!: Ref<'Workout'> | null;
}

@ObjectType({ description: 'A page of results.', simpleResolvers: true })
export class ImportResultConnection extends connectionType<ImportResultRow>(
  () => ImportResult,
  'ImportResult',
  'results of an import',
) {
  @Field(() => Int, { description: 'The total number of results: of the things that were looked at.' })
  totalCount!: number | Promise<number>;
}

@ObjectType({
  description:
    'An archive of `exportMyData` that comes into your account: its runs, routes and pictures; or the recordings of an archive of another service.',
  simpleResolvers: true,
})
export class DataImport {
  @Field(() => DataImportState, { description: 'How far it is.' })
  state!: ImportState;
  @Field(() => Int, {
    nullable: true,
    description: 'The number of things in the archive that can come in; null before it was read.',
  })
  total!: number | null;
  @Field(() => Int, { description: 'The number of them that were looked at.' })
  done!: number;
  @Field(() => Int, { description: 'The number of them that came in.' })
  added!: number;
  @Field(() => Int, { description: 'The number of them that were there already.' })
  duplicates!: number;
  @Field(() => Int, { description: 'The number of files and records that did not come in.' })
  refusedCount!: number;
  @Field(() => [RefusedPart], { description: 'The first hundred of those, or a few more.' })
  refused!: RefusedPart[];
  @Field(() => String, { nullable: true, description: 'Why the whole archive was refused; null when it was not.' })
  reason!: string | null;
  @Field(() => DateTime, { nullable: true, description: 'When `importMyData` was called; null before.' })
  startedDate!: string | null;
  @Field(() => DateTime, { nullable: true, description: 'When it was over; null before.' })
  finishedDate!: string | null;
}
