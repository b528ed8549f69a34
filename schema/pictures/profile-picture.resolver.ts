import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { prepareUpload } from '../../src/domain/pictures/prepare-upload.ts';
import { removeProfilePicture, setProfilePicture } from '../../src/domain/pictures/set-profile-picture.ts';
import { SetProfilePictureInput } from './picture.input.ts';
import { PreparePictureUploadPayload, ProfilePicturePayload } from './picture.payloads.ts';

const self = (context: Context) => ({ user: { id: viewerOf(context).id } });

@Resolver()
export class ProfilePictureResolver {
  @Mutation(() => PreparePictureUploadPayload, {
    description: "Hands out a URL that takes the bytes of one's profile picture. Then: `setProfilePicture`.",
  })
  async prepareProfilePictureUpload(@Ctx() context: Context): Promise<PreparePictureUploadPayload> {
    return { upload: await prepareUpload(context, null) };
  }

  @Mutation(() => ProfilePicturePayload, {
    description: "Sets one's profile picture, cut to a square from its middle.",
  })
  async setProfilePicture(
    @Arg('input', () => SetProfilePictureInput) { picture, uploadId }: SetProfilePictureInput,
    @Ctx() context: Context,
  ): Promise<ProfilePicturePayload> {
    await setProfilePicture(context, { picture, uploadId });
    return self(context);
  }

  @Mutation(() => ProfilePicturePayload, { description: 'Leaves oneself without a profile picture.' })
  async removeProfilePicture(@Ctx() context: Context): Promise<ProfilePicturePayload> {
    await removeProfilePicture(context);
    return self(context);
  }
}
