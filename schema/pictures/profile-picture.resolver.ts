import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { prepareUpload } from '../../src/domain/pictures/prepare-upload.ts';
import { removeProfilePicture, setProfilePicture } from '../../src/domain/pictures/set-profile-picture.ts';
import { SetProfilePictureInput } from './picture.input.ts';
import { PictureUpload } from './picture.type.ts';
import { mutation, payloadOf } from '../mutation.ts';

const self = (context: Context) => ({ user: { id: viewerOf(context).id } });

export const preparePictureUploadPayload = payloadOf(
  'PreparePictureUpload',
  'Result of `preparePictureUpload` and `prepareProfilePictureUpload`.',
  {
    upload: [() => PictureUpload, 'Where to send the bytes.'],
  },
);

const profilePicturePayload = payloadOf('ProfilePicture', 'Result of `setProfilePicture` and `removeProfilePicture`.', {
  user: ['User!', 'Your user after the change.'],
});

export const profilePictureMutations = [
  mutation('prepareProfilePictureUpload', {
    about: 'Returns a URL to which the bytes of your profile picture can be sent. Call `setProfilePicture` afterwards.',
    scope: 'PICTURES_WRITE',
    codes: [],
    payload: preparePictureUploadPayload,
    run: async (context) => ({ upload: await prepareUpload(context, null) }),
  }),
  mutation('setProfilePicture', {
    about: 'Sets your profile picture, cropped to a square around its center.',
    scope: 'PICTURES_WRITE',
    codes: ['NOT_FOUND', 'TOO_LARGE'],
    input: SetProfilePictureInput,
    payload: profilePicturePayload,
    run: async (context, { picture, uploadId }) => {
      await setProfilePicture(context, { picture, uploadId });
      return self(context);
    },
  }),
  mutation('removeProfilePicture', {
    about: 'Removes your profile picture.',
    scope: 'PICTURES_WRITE',
    codes: [],
    payload: profilePicturePayload,
    run: async (context) => {
      await removeProfilePicture(context);
      return self(context);
    },
  }),
];
