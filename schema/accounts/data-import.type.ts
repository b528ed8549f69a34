import { Field, Int, ObjectType } from 'type-graphql';
import type { ImportState } from '../../src/domain/accounts/data-import.entity.ts';
import { DataImportState } from '../enums.ts';
import { DateTime } from '../scalars.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'A URL to which the archive of an account can be sent.' })
export class ArchiveUpload extends outputFields({
  uploadId: ['String!', 'Identifies the upload for `importMyData`.'],
  uploadUrl: [
    'String!',
    'Accepts one PUT of a zip file of `exportMyData` of up to 512 MiB, without an API key. It answers 204, or an error in plain text.',
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
}) {}

@ObjectType({ description: 'A file or record of an archive that did not come in.' })
export class RefusedPart extends outputFields({
  file: ['String!', 'Its name in the archive.'],
  reason: ['String!', 'A sentence that says why.'],
}) {}

@ObjectType({
  description: 'An archive of `exportMyData` that comes into your account: its runs, routes and pictures.',
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
