import { picturesOfPostsLoader } from '../../src/domain/pictures/picture.loaders.ts';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { addPicture } from '../../src/domain/pictures/add-picture.ts';
import { completeUpload } from '../../src/domain/pictures/complete-upload.ts';
import { deletePicture } from '../../src/domain/pictures/delete-picture.ts';
import { pictureUrl } from '../../src/domain/pictures/picture-urls.ts';
import { prepareUpload } from '../../src/domain/pictures/prepare-upload.ts';
import { reorderPictures } from '../../src/domain/pictures/reorder-pictures.ts';
import { Post } from '../feed/post.type.ts';
import { Picture } from './picture.type.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';
import { preparePictureUploadPayload } from './profile-picture.resolver.ts';
import { input, mutation, payloadOf } from '../mutation.ts';
import { mostPictures } from '../../src/domain/pictures/attach-picture.ts';

@Resolver(() => Picture)
export class PictureResolver implements Resolves<Picture, RowOf<'Picture'>> {
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
    description: `The pictures of the post, at most ${mostPictures}, in the order that its author has chosen.`,
  })
  @Scope('PICTURES_READ')
  pictures(@Root() { id }: { id: number }, @Ctx() context: Context): Promise<Ref<'Picture'>[]> {
    return context.loader(picturesOfPostsLoader).load(id);
  }
}

const picturePayload = payloadOf('Picture', 'Result of `addPicture` and `completePictureUpload`.', {
  picture: ['Picture!', 'The picture as stored.'],
});

export const pictureMutations = [
  mutation('addPicture', {
    about: 'Adds a small picture to your own post. Adding the same file again returns the existing picture.',
    scope: 'PICTURES_WRITE',
    codes: ['NOT_FOUND', 'TOO_LARGE'],
    input: input('A small picture to add to a post.', {
      postId: ['ID<Post>!', 'Id of your own post.'],
      picture: ['ImageData!', 'The file.'],
    }),
    payload: picturePayload,
    run: async (context, { postId, picture }) => ({
      picture: { id: await addPicture(context, postId, picture) },
    }),
  }),
  mutation('preparePictureUpload', {
    about:
      'Returns a URL to which the bytes of one picture of your own post can be sent. Call `completePictureUpload` afterwards.',
    scope: 'PICTURES_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The post to add a picture to.', { postId: ['ID<Post>!', 'Id of your own post.'] }),
    payload: preparePictureUploadPayload,
    run: async (context, { postId }) => ({ upload: await prepareUpload(context, postId) }),
  }),
  mutation('completePictureUpload', {
    about: 'Adds the uploaded file to its post. Completing the upload again returns the same picture.',
    scope: 'PICTURES_WRITE',
    codes: ['NOT_FOUND', 'TOO_LARGE'],
    input: input('The upload to complete.', {
      uploadId: ['String!', 'The `uploadId` that `preparePictureUpload` returned.'],
    }),
    payload: picturePayload,
    run: async (context, { uploadId }) => ({ picture: { id: await completeUpload(context, uploadId) } }),
  }),
  mutation('deletePicture', {
    about: 'Deletes a picture of your own post. Its URLs stop working at once.',
    scope: 'PICTURES_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The picture to delete.', { id: ['ID<Picture>!', 'Id of the picture.'] }),
    payload: {
      deletedId: ['ID!', 'Id of the deleted picture.'],
      post: ['Post!', 'The post without the picture.'],
    },
    run: async (context, { id }, sent) => ({ deletedId: sent.id, post: { id: await deletePicture(context, id) } }),
  }),
  mutation('reorderPictures', {
    about: 'Changes the order of the pictures of your own post.',
    scope: 'PICTURES_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The order of the pictures of a post.', {
      pictureIds: ['[ID<Picture>!]!', 'Ids of all pictures of the post, in their new order.'],
      postId: ['ID<Post>!', 'Id of your own post.'],
    }),
    payload: { post: ['Post!', 'The post with its pictures in their new order.'] },
    run: async (context, { postId, pictureIds }) => {
      await reorderPictures(context, postId, pictureIds);
      return { post: { id: postId } };
    },
  }),
];
