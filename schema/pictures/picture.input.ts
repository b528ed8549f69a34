import { Extensions, InputType } from 'type-graphql';
import { inputFields } from '../fields.ts';

@InputType({ description: 'A new profile picture: exactly one of the two fields.' })
@Extensions({ isOneOf: true })
export class SetProfilePictureInput extends inputFields({
  picture: ['ImageData', 'The file, if it is small.'],
  uploadId: ['String', 'The `uploadId` that `prepareProfilePictureUpload` returned.'],
}) {}
