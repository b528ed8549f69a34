import { Arg, Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { prepareUpload } from '../../src/domain/pictures/prepare-upload.ts';
import { removeProfilePicture, setProfilePicture } from '../../src/domain/pictures/set-profile-picture.ts';
import { SetProfilePictureInput } from './picture.input.ts';
import { RootField } from '../root-field.ts';
import { PictureUpload } from './picture.type.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of `preparePictureUpload` and `prepareProfilePictureUpload`.' })
export class PreparePictureUploadPayload extends outputFields({
  upload: [() => PictureUpload, 'Where to send the bytes.'],
}) {}

@ObjectType({ description: 'Result of `setProfilePicture` and `removeProfilePicture`.' })
class ProfilePicturePayload extends outputFields({ user: ['User!', 'Your user after the change.'] }) {}

const self = (context: Context) => ({ user: { id: viewerOf(context).id } });

@Resolver()
export class ProfilePictureResolver {
  @Mutation(() => PreparePictureUploadPayload, {
    nullable: true,
    description:
      'Returns a URL to which the bytes of your profile picture can be sent. Call `setProfilePicture` afterwards.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: [] })
  async prepareProfilePictureUpload(@Ctx() context: Context): Promise<PreparePictureUploadPayload> {
    return { upload: await prepareUpload(context, null) };
  }

  @Mutation(() => ProfilePicturePayload, {
    nullable: true,
    description: 'Sets your profile picture, cropped to a square around its center.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: ['NOT_FOUND', 'TOO_LARGE'] })
  async setProfilePicture(
    @Arg('input', () => SetProfilePictureInput) { picture, uploadId }: SetProfilePictureInput,
    @Ctx() context: Context,
  ): Promise<ProfilePicturePayload> {
    await setProfilePicture(context, { picture, uploadId });
    return self(context);
  }

  @Mutation(() => ProfilePicturePayload, { nullable: true, description: 'Removes your profile picture.' })
  @RootField({ scope: 'PICTURES_WRITE', codes: [] })
  async removeProfilePicture(@Ctx() context: Context): Promise<ProfilePicturePayload> {
    await removeProfilePicture(context);
    return self(context);
  }
}
