import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Post } from '../feed/post.type.ts';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref } from '../rows.ts';

@ObjectType({
  implements: Node,
  description:
    'A picture of a post. Its URLs need no key; they are for you alone, work for a day at least, and end at once when ' +
    'you may no longer see the post. All sizes but the original are JPEG, upright and without metadata.',
  simpleResolvers: true,
})
export class Picture extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => Post, { description: 'The post it belongs to.' })
  post!: Ref<'Post'>;
  @Field(() => DateTime, { description: 'When it was added.' })
  createdDate!: string;
  @Field(() => Int, { description: 'Width of the original in pixels, held upright.' })
  width!: number;
  @Field(() => Int, { description: 'Height of the original in pixels, held upright.' })
  height!: number;
  @Field(() => String, { description: 'URL of 140 × 110 pixels, cut to fit.' })
  thumbnailUrl!: string;
  @Field(() => String, { description: 'URL of 400 pixels width, or its own when that is less.' })
  feedUrl!: string;
  @Field(() => String, { description: 'URL of 900 pixels width, or its own when that is less.' })
  detailUrl!: string;
  @Field(() => String, {
    description:
      'URL of the file as it was uploaded: for you byte for byte when the picture is yours, else without its metadata (place, time, camera).',
  })
  originalUrl!: string;
}

@ObjectType({ description: 'A place for the bytes of one picture.', simpleResolvers: true })
export class PictureUpload {
  @Field(() => String, { description: 'Names the upload when it is completed.' })
  uploadId!: string;
  @Field(() => String, {
    description: 'Takes one PUT of a JPEG or PNG file of up to 15 MiB, without a key; answers 204, or what is wrong.',
  })
  uploadUrl!: string;
  @Field(() => DateTime, { description: 'Until when it takes them.' })
  expiresDate!: string;
}
