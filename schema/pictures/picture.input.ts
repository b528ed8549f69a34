import { Extensions, InputType } from 'type-graphql';
import { inputFields } from '../fields.ts';

@InputType({ description: 'A small picture to add to a post.' })
export class AddPictureInput extends inputFields({
  postId: ['ID!', 'Id of your own post.'],
  picture: ['ImageData!', 'The file.'],
}) {}

@InputType({ description: 'The post to add a picture to.' })
export class PreparePictureUploadInput extends inputFields({ postId: ['ID!', 'Id of your own post.'] }) {}

@InputType({ description: 'The upload to complete.' })
export class CompletePictureUploadInput extends inputFields({
  uploadId: ['String!', 'The `uploadId` that `preparePictureUpload` returned.'],
}) {}

@InputType({ description: 'The picture to delete.' })
export class DeletePictureInput extends inputFields({ id: ['ID!', 'Id of the picture.'] }) {}

@InputType({ description: 'The order of the pictures of a post.' })
export class ReorderPicturesInput extends inputFields({
  postId: ['ID!', 'Id of your own post.'],
  pictureIds: ['[ID!]!', 'Ids of all pictures of the post, in their new order.'],
}) {}

@InputType({ description: 'A new profile picture: exactly one of the two fields.' })
@Extensions({ isOneOf: true })
export class SetProfilePictureInput extends inputFields({
  picture: ['ImageData', 'The file, if it is small.'],
  uploadId: ['String', 'The `uploadId` that `prepareProfilePictureUpload` returned.'],
}) {}
