import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { findDataImport, importMyData, prepareDataImport } from '../../src/domain/accounts/import-my-data.ts';
import type { Context } from '../../src/domain/context.ts';
import { DataImport, ImportMyDataInput, ImportMyDataPayload, PrepareDataImportPayload } from './data-import.type.ts';
import { RootField } from '../root-field.ts';

@Resolver()
export class DataImportResolver {
  @Query(() => DataImport, {
    nullable: true,
    description: 'Your latest import of an archive, for 30 days after it was over; null if there is none.',
  })
  @RootField({ scope: 'ACCOUNTS_READ' })
  dataImport(@Ctx() context: Context): Promise<DataImport | null> {
    return findDataImport(context);
  }

  @Mutation(() => PrepareDataImportPayload, {
    nullable: true,
    description:
      'Returns a URL to which an archive of `exportMyData` can be sent, five times a day. Call `importMyData` afterwards.',
  })
  // The archive is read, and its files are stored.
  @RootField({ scope: 'ALL', codes: [], cost: 500 })
  async prepareDataImport(@Ctx() context: Context): Promise<PrepareDataImportPayload> {
    return { upload: await prepareDataImport(context) };
  }

  @Mutation(() => ImportMyDataPayload, {
    nullable: true,
    description:
      'Brings the runs, routes and pictures of an uploaded archive into your account, under new ids and with their privacy, and what ' +
      'your profile and preferences do not say yet. What is there already does not come in again. Nobody is notified.',
  })
  // The archive brings things of many modules.
  // The archive is read, and its files are stored.
  @RootField({ scope: 'ALL', codes: ['NOT_FOUND'], cost: 500 })
  async importMyData(
    @Arg('input', () => ImportMyDataInput) { uploadId }: ImportMyDataInput,
    @Ctx() context: Context,
  ): Promise<ImportMyDataPayload> {
    return { import: await importMyData(context, uploadId) };
  }
}
