import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { ImportState } from '../../src/domain/accounts/data-import.entity.ts';
import { DataImportState } from '../enums.ts';
import { DateTime } from '../scalars.ts';

@ObjectType({ description: 'A URL to which the archive of an account can be sent.', simpleResolvers: true })
export class ArchiveUpload {
  @Field(() => String, { description: 'Identifies the upload for `importMyData`.' })
  uploadId!: string;
  @Field(() => String, {
    description:
      'Accepts one PUT of a zip file of `exportMyData` of up to 512 MiB, without an API key. It answers 204, or an error in plain text.',
  })
  uploadUrl!: string;
  @Field(() => DateTime, { description: 'When the URL expires.' })
  expiresDate!: string;
}

@ObjectType({ description: 'Result of `prepareDataImport`.', simpleResolvers: true })
export class PrepareDataImportPayload {
  @Field(() => ArchiveUpload, { description: 'Where to send the bytes.' })
  upload!: ArchiveUpload;
}

@ObjectType({ description: 'A file or record of an archive that did not come in.', simpleResolvers: true })
export class RefusedPart {
  @Field(() => String, { description: 'Its name in the archive.' })
  file!: string;
  @Field(() => String, { description: 'A sentence that says why.' })
  reason!: string;
}

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

@ObjectType({ description: 'Result of `importMyData`.', simpleResolvers: true })
export class ImportMyDataPayload {
  @Field(() => DataImport, { description: 'The import, which `dataImport` shows as it goes on.' })
  import!: DataImport;
}

@InputType({ description: 'The archive to bring in.' })
export class ImportMyDataInput {
  @Field(() => String, { description: 'The `uploadId` that `prepareDataImport` returned.' })
  uploadId!: string;
}
