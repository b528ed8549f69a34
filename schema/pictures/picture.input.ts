import { Field, ID, InputType } from 'type-graphql';
import { ImageData } from '../scalars.ts';

@InputType({ description: 'A small picture for a post.' })
export class AddPictureInput {
  @Field(() => ID, { description: 'Id of your own post.' })
  postId!: string;
  @Field(() => ImageData, { description: 'The file.' })
  picture!: Buffer;
}

@InputType({ description: 'Which post gets a picture.' })
export class PreparePictureUploadInput {
  @Field(() => ID, { description: 'Id of your own post.' })
  postId!: string;
}

@InputType({ description: 'Which upload is complete.' })
export class CompletePictureUploadInput {
  @Field(() => String, { description: 'The `uploadId` that `preparePictureUpload` gave.' })
  uploadId!: string;
}

@InputType({ description: 'Which picture to delete.' })
export class DeletePictureInput {
  @Field(() => ID, { description: 'Id of the picture.' })
  id!: string;
}

@InputType({ description: 'The order of the pictures of a post.' })
export class ReorderPicturesInput {
  @Field(() => ID, { description: 'Id of your own post.' })
  postId!: string;
  @Field(() => [ID], { description: 'Ids of all its pictures, in their new order.' })
  pictureIds!: string[];
}

@InputType({ description: 'A new profile picture: one of the two.' })
export class SetProfilePictureInput {
  @Field(() => ImageData, { nullable: true, description: 'The file, when it is small.' })
  picture?: Buffer | null;
  @Field(() => String, { nullable: true, description: 'The `uploadId` that `prepareProfilePictureUpload` gave.' })
  uploadId?: string | null;
}
