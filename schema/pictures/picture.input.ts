import { Extensions, Field, ID, InputType } from 'type-graphql';
import { ImageData } from '../scalars.ts';

@InputType({ description: 'A small picture to add to a post.' })
export class AddPictureInput {
  @Field(() => ID, { description: 'Id of your own post.' })
  postId!: string;
  @Field(() => ImageData, { description: 'The file.' })
  picture!: Buffer;
}

@InputType({ description: 'The post to add a picture to.' })
export class PreparePictureUploadInput {
  @Field(() => ID, { description: 'Id of your own post.' })
  postId!: string;
}

@InputType({ description: 'The upload to complete.' })
export class CompletePictureUploadInput {
  @Field(() => String, { description: 'The `uploadId` that `preparePictureUpload` returned.' })
  uploadId!: string;
}

@InputType({ description: 'The picture to delete.' })
export class DeletePictureInput {
  @Field(() => ID, { description: 'Id of the picture.' })
  id!: string;
}

@InputType({ description: 'The order of the pictures of a post.' })
export class ReorderPicturesInput {
  @Field(() => ID, { description: 'Id of your own post.' })
  postId!: string;
  @Field(() => [ID], { description: 'Ids of all pictures of the post, in their new order.' })
  pictureIds!: string[];
}

@InputType({ description: 'A new profile picture: exactly one of the two fields.' })
@Extensions({ isOneOf: true })
export class SetProfilePictureInput {
  @Field(() => ImageData, { nullable: true, description: 'The file, if it is small.' })
  picture?: Buffer | null;
  @Field(() => String, { nullable: true, description: 'The `uploadId` that `prepareProfilePictureUpload` returned.' })
  uploadId?: string | null;
}
