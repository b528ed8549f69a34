import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Post } from '../feed/post.type.ts';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref } from '../rows.ts';
import { Scope } from '../scope.ts';
import { outputFields } from '../fields.ts';
import { maxPictureBytes } from '../../src/domain/pictures/image-format.ts';
import { mebibytes } from '../lengths.ts';

@ObjectType({
  implements: Node,
  description:
    'A picture of a post. Its URLs need no key, are meant for you only, are valid for at least a day, and become invalid at once when ' +
    'you may no longer see the post. All sizes except the original are JPEG, upright and without metadata.',
  simpleResolvers: true,
})
@Scope('PICTURES_READ')
export class Picture extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => Post, { description: 'The post it belongs to.' })
  post!: Ref<'Post'>;
  @Field(() => DateTime, { description: 'When it was added.' })
  createdDate!: string;
  @Field(() => Int, { description: 'Width of the original in pixels, in its displayed orientation.' })
  width!: number;
  @Field(() => Int, { description: 'Height of the original in pixels, in its displayed orientation.' })
  height!: number;
  @Field(() => String, { description: 'URL of the picture with 140 × 110 pixels, cropped.' })
  thumbnailUrl!: string;
  @Field(() => String, {
    description: 'URL of the picture with a width of 400 pixels, or its own width if that is smaller.',
  })
  feedUrl!: string;
  @Field(() => String, {
    description: 'URL of the picture with a width of 900 pixels, or its own width if that is smaller.',
  })
  detailUrl!: string;
  @Field(() => String, {
    description:
      'URL of the original file: byte for byte as it was uploaded if the picture is yours, otherwise without its metadata (place, time, camera).',
  })
  originalUrl!: string;
  @Field(() => Boolean, { description: 'Whether staff have hidden it. Then only its author sees it.' })
  isHidden!: boolean;
}

@ObjectType({ description: 'A URL to which the bytes of one picture can be sent.' })
export class PictureUpload extends outputFields({
  uploadId: ['String!', 'Identifies the upload when it is completed.'],
  uploadUrl: [
    'String!',
    `Accepts one PUT of a JPEG or PNG file of up to ${mebibytes(maxPictureBytes)}, without an API key. It answers 204, or an error in plain text.`,
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
}) {}
