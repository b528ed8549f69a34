import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { findDataImport, importMyData, prepareDataImport } from '../../src/domain/accounts/import-my-data.ts';
import type { Context } from '../../src/domain/context.ts';
import { DataImport, ImportMyDataInput, ImportMyDataPayload, PrepareDataImportPayload } from './data-import.type.ts';

@Resolver()
export class DataImportResolver {
  @Query(() => DataImport, {
    nullable: true,
    description: 'Your latest import of an archive, for 30 days after it was over; null if there is none.',
  })
  dataImport(@Ctx() context: Context): Promise<DataImport | null> {
    return findDataImport(context);
  }

  @Mutation(() => PrepareDataImportPayload, {
    description:
      'Returns a URL to which an archive of `exportMyData` can be sent, five times a day. Call `importMyData` afterwards.',
  })
  async prepareDataImport(@Ctx() context: Context): Promise<PrepareDataImportPayload> {
    return { upload: await prepareDataImport(context) };
  }

  @Mutation(() => ImportMyDataPayload, {
    description:
      'Brings the runs, routes and pictures of an uploaded archive into your account, under new ids and with their privacy, and what ' +
      'your profile and preferences do not say yet. What is there already does not come in again. Nobody is notified.',
  })
  async importMyData(
    @Arg('input', () => ImportMyDataInput) { uploadId }: ImportMyDataInput,
    @Ctx() context: Context,
  ): Promise<ImportMyDataPayload> {
    return { import: await importMyData(context, uploadId) };
  }
}
