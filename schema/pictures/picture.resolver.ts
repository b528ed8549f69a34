import { picturesOfPostsLoader } from '../../src/domain/pictures/picture.loaders.ts';
import { Arg, Ctx, FieldResolver, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { addPicture } from '../../src/domain/pictures/add-picture.ts';
import { completeUpload } from '../../src/domain/pictures/complete-upload.ts';
import { deletePicture } from '../../src/domain/pictures/delete-picture.ts';
import { pictureUrl } from '../../src/domain/pictures/picture-urls.ts';
import { prepareUpload } from '../../src/domain/pictures/prepare-upload.ts';
import { reorderPictures } from '../../src/domain/pictures/reorder-pictures.ts';
import { Post } from '../feed/post.type.ts';
import { databaseIdOf } from '../global-id.ts';
import {
  AddPictureInput,
  CompletePictureUploadInput,
  DeletePictureInput,
  PreparePictureUploadInput,
  ReorderPicturesInput,
} from './picture.input.ts';
import { Picture } from './picture.type.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { Scope } from '../scope.ts';
import { outputFields } from '../fields.ts';
import { PreparePictureUploadPayload } from './profile-picture.resolver.ts';

@ObjectType({ description: 'Result of `addPicture` and `completePictureUpload`.' })
class PicturePayload extends outputFields({ picture: ['Picture!', 'The picture as stored.'] }) {}

@ObjectType({ description: 'Result of `deletePicture`.' })
class DeletePicturePayload extends outputFields({
  deletedId: ['ID!', 'Id of the deleted picture.'],
  post: ['Post!', 'The post without the picture.'],
}) {}

@ObjectType({ description: 'Result of `reorderPictures`.' })
class ReorderPicturesPayload extends outputFields({
  post: ['Post!', 'The post with its pictures in their new order.'],
}) {}

const ownPostId = (id: string) => databaseIdOf('Post', id, 'postId');

@Resolver(() => Picture)
export class PictureResolver implements Resolves<Picture, RowOf<'Picture'>> {
  @Mutation(() => PicturePayload, {
    nullable: true,
    description: 'Adds a small picture to your own post. Adding the same file again returns the existing picture.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: ['NOT_FOUND', 'TOO_LARGE'] })
  async addPicture(
    @Arg('input', () => AddPictureInput) { postId, picture }: AddPictureInput,
    @Ctx() context: Context,
  ): Promise<PicturePayload> {
    return { picture: { id: await addPicture(context, ownPostId(postId), picture) } };
  }

  @Mutation(() => PreparePictureUploadPayload, {
    nullable: true,
    description:
      'Returns a URL to which the bytes of one picture of your own post can be sent. Call `completePictureUpload` afterwards.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: ['NOT_FOUND'] })
  async preparePictureUpload(
    @Arg('input', () => PreparePictureUploadInput) { postId }: PreparePictureUploadInput,
    @Ctx() context: Context,
  ): Promise<PreparePictureUploadPayload> {
    return { upload: await prepareUpload(context, ownPostId(postId)) };
  }

  @Mutation(() => PicturePayload, {
    nullable: true,
    description: 'Adds the uploaded file to its post. Completing the upload again returns the same picture.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: ['NOT_FOUND', 'TOO_LARGE'] })
  async completePictureUpload(
    @Arg('input', () => CompletePictureUploadInput) { uploadId }: CompletePictureUploadInput,
    @Ctx() context: Context,
  ): Promise<PicturePayload> {
    return { picture: { id: await completeUpload(context, uploadId) } };
  }

  @Mutation(() => DeletePicturePayload, {
    nullable: true,
    description: 'Deletes a picture of your own post. Its URLs stop working at once.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: ['NOT_FOUND'] })
  async deletePicture(
    @Arg('input', () => DeletePictureInput) { id }: DeletePictureInput,
    @Ctx() context: Context,
  ): Promise<DeletePicturePayload> {
    return { deletedId: id, post: { id: await deletePicture(context, databaseIdOf('Picture', id, 'id')) } };
  }

  @Mutation(() => ReorderPicturesPayload, {
    nullable: true,
    description: 'Changes the order of the pictures of your own post.',
  })
  @RootField({ scope: 'PICTURES_WRITE', codes: ['NOT_FOUND'] })
  async reorderPictures(
    @Arg('input', () => ReorderPicturesInput) { postId, pictureIds }: ReorderPicturesInput,
    @Ctx() context: Context,
  ): Promise<ReorderPicturesPayload> {
    const ids = pictureIds.map((id) => databaseIdOf('Picture', id, 'pictureIds'));
    await reorderPictures(context, ownPostId(postId), ids);
    return { post: { id: ownPostId(postId) } };
  }

  @FieldResolver(() => Post)
  post(@Root() picture: Ref<'Picture'>, @Ctx() context: Context): Ref<'Post'> | Promise<Ref<'Post'>> {
    return fromRow(context, 'Picture', picture, ['postId'], ({ postId }) => ({ id: postId }));
  }

  @FieldResolver(() => String)
  thumbnailUrl(@Root() { id }: Ref<'Picture'>, @Ctx() context: Context): string {
    return pictureUrl(context, id, 'thumbnail');
  }

  @FieldResolver(() => String)
  feedUrl(@Root() { id }: Ref<'Picture'>, @Ctx() context: Context): string {
    return pictureUrl(context, id, 'feed');
  }

  @FieldResolver(() => String)
  detailUrl(@Root() { id }: Ref<'Picture'>, @Ctx() context: Context): string {
    return pictureUrl(context, id, 'detail');
  }

  @FieldResolver(() => String)
  originalUrl(@Root() { id }: Ref<'Picture'>, @Ctx() context: Context): string {
    return pictureUrl(context, id, 'original');
  }
}

@Resolver(() => Post)
export class PostPicturesResolver {
  @FieldResolver(() => [Picture], {
    description: 'The pictures of the post, at most 100, in the order that its author has chosen.',
  })
  @Scope('PICTURES_READ')
  pictures(@Root() { id }: { id: number }, @Ctx() context: Context): Promise<Ref<'Picture'>[]> {
    return context.loader(picturesOfPostsLoader).load(id);
  }
}
