import { Field, ObjectType } from 'type-graphql';
import { outputFields } from '../fields.ts';
import { MAX_BYTES } from '../../src/platform/bodies/max-values.ts';
import { mebibytes } from '../lengths.ts';

@ObjectType({ description: 'What came of one activity of a recording.' })
export class ImportedActivity extends outputFields({
  workout: ['Workout', 'The workout that it became, or that was there already. Null if it was refused.'],
  isNew: ['Boolean!', 'Whether it was stored now.'],
  reason: ['String', 'A sentence that says why it did not come in; null if it did.'],
}) {}

@ObjectType({ description: 'Result of `importRecording`.' })
export class ImportRecordingPayload extends outputFields({
  workout: ['Workout!', 'The first workout that was stored.'],
  originalKept: [
    'Boolean!',
    'Whether the file is kept as `original` of that workout. It is false if the quota of original files is used up.',
  ],
}) {
  @Field(() => [ImportedActivity], { description: 'What came of each activity of the file, in their order.' })
  activities!: ImportedActivity[];
}

@ObjectType({ description: 'A URL to which a recording can be sent.' })
export class RecordingUpload extends outputFields({
  uploadId: ['String!', 'Identifies the upload for `importRecording`.'],
  uploadUrl: [
    'String!',
    `Accepts one PUT of a file of up to ${mebibytes(MAX_BYTES)}, without an API key. It answers 204, or an error in plain text.`,
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
}) {}
