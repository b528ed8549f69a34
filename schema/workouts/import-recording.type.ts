import { Field, InputType, ObjectType } from 'type-graphql';
import { inputFields, outputFields } from '../fields.ts';
import { longest } from '../lengths.ts';

@InputType({
  description:
    'A recording of a device: a FIT, TCX or GPX file, also in a gzip file; its content tells which. What is left out or null is read from the file; what is given takes precedence over it, for each of its activities.',
})
export class ImportRecordingInput extends inputFields({
  recording: ['RecordingData', 'The file, if it is small.'],
  uploadId: ['String', 'The `uploadId` that `prepareRecordingUpload` returned, after the file was sent to its URL.'],
  privacy: ['Privacy', 'Who may see it; PUBLIC if the file does not say it either.'],
  title: ['String', `Name, up to ${longest('title')}; \`Running\`, or the sport, if the file has none either.`],
  postBody: ['String', `Text of the post, up to ${longest('text')}.`],
  runType: ['RunType', 'Kind of run; ENDURANCE if the file does not say it either, and INDOOR for a treadmill.'],
  onlyRuns: [
    'Boolean',
    'Whether activities of which the file says that they are no runs are refused. They come in with their `sourceType` by default.',
  ],
}) {}

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
    'Accepts one PUT of a file of up to 32 MiB, without an API key. It answers 204, or an error in plain text.',
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
}) {}

@ObjectType({ description: 'Result of `prepareRecordingUpload`.' })
export class PrepareRecordingUploadPayload extends outputFields({
  upload: [() => RecordingUpload, 'Where to send the bytes.'],
}) {}
