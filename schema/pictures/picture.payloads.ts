import { Field, ID, ObjectType } from 'type-graphql';
import { Post } from '../feed/post.type.ts';
import { User } from '../people/user.type.ts';
import { Picture, PictureUpload } from './picture.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `addPicture` and `completePictureUpload`.', simpleResolvers: true })
export class PicturePayload {
  @Field(() => Picture, { description: 'The picture as stored.' })
  picture!: Ref<'Picture'>;
}

@ObjectType({
  description: 'Result of `preparePictureUpload` and `prepareProfilePictureUpload`.',
  simpleResolvers: true,
})
export class PreparePictureUploadPayload {
  @Field(() => PictureUpload, { description: 'Where to send the bytes.' })
  upload!: PictureUpload;
}

@ObjectType({ description: 'Result of `deletePicture`.', simpleResolvers: true })
export class DeletePicturePayload {
  @Field(() => ID, { description: 'Id of the deleted picture.' })
  deletedId!: string;
  @Field(() => Post, { description: 'The post without the picture.' })
  post!: Ref<'Post'>;
}

@ObjectType({ description: 'Result of `reorderPictures`.', simpleResolvers: true })
export class ReorderPicturesPayload {
  @Field(() => Post, { description: 'The post with its pictures in their new order.' })
  post!: Ref<'Post'>;
}

@ObjectType({ description: 'Result of `setProfilePicture` and `removeProfilePicture`.', simpleResolvers: true })
export class ProfilePicturePayload {
  @Field(() => User, { description: 'Your user after the change.' })
  user!: Ref<'User'>;
}
