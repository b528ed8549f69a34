import pLimit from 'p-limit';
import type { Metadata, Sharp } from 'sharp';
import { Failure, invalid } from '../errors.ts';
import { imageFormatOf, maxPictureBytes, maxPicturePixels } from './image-format.ts';
import type { ImageFormat } from './image-format.ts';

/** A picture in its four sizes (interface, Picture), as bytes. All but the original are JPEG. */
export interface PictureSizes {
  thumbnail: Buffer;
  feed: Buffer;
  detail: Buffer;
  /** As it came, byte for byte. */
  original: Buffer;
}

/** A profile picture in its two sizes, JPEG. */
export interface ProfileSizes {
  '225': Buffer;
  '48': Buffer;
}

/** What an upload turned out to be. */
export interface Measured<Sizes> {
  sizes: Sizes;
  format: ImageFormat;
  /** Pixels of the original, held upright. */
  width: number;
  height: number;
}

/** Pictures that are worked on at once, in a process: each may take some hundred megabytes for a moment. */
const lane = pLimit(2);

/** JPEG knows no longer ones. */
const longestSide = 65_535;
/** Bytes of all pixels: 50 megapixels of 8-bit color with transparency, 33 of 16-bit color with it. */
const mostUnpacked = 268_000_000;
const quality = { thumbnail: 80, feed: 80, detail: 82, profile: 85 } as const;
/** A detail may be this many times as high as it is wide: JPEG ends at 65,535 lines, and phones long before. */
const tallest = 10;

/**
 * The four sizes of a picture: upright, sRGB, without metadata, on white where it is transparent, never enlarged.
 * @throws Failure INVALID for bytes that are no whole JPEG or PNG, TOO_LARGE for too many of them
 */
export function pictureSizes(bytes: Buffer): Promise<Measured<PictureSizes>> {
  return lane(async () => {
    const { image, ...measured } = await opened(bytes, 900, 900 * tallest);
    const [thumbnail, feed, detail] = await Promise.all([
      jpeg(image.clone().resize(140, 110, { fit: 'cover', withoutEnlargement: true }), quality.thumbnail),
      jpeg(image.clone().resize(400, 400 * tallest, { fit: 'inside', withoutEnlargement: true }), quality.feed),
      jpeg(image, quality.detail),
    ]);
    return { ...measured, sizes: { thumbnail, feed, detail, original: bytes } };
  });
}

/** The two squares of a profile picture, cut from the middle; smaller where the picture is. Throws as `pictureSizes`. */
export function profileSizes(bytes: Buffer): Promise<Measured<ProfileSizes>> {
  return lane(async () => {
    const { image, ...measured } = await opened(bytes, 900, 900);
    const square = (side: number) => {
      const most = Math.min(side, measured.width, measured.height);
      return jpeg(image.clone().resize(most, most, { fit: 'cover' }), quality.profile);
    };
    const [large, small] = await Promise.all([square(225), square(48)]);
    return { ...measured, sizes: { '225': large, '48': small } };
  });
}

/** The picture decoded once, not larger than any size of it. */
async function opened(bytes: Buffer, width: number, height: number) {
  const format = imageFormatOf(bytes);
  if (!format) throw invalid('picture', 'must be a JPEG or PNG file');
  if (bytes.length > maxPictureBytes) throw new Failure('TOO_LARGE', `picture: at most ${maxPictureBytes} bytes.`);
  const input = { limitInputPixels: maxPicturePixels, failOn: 'error', sequentialRead: true } as const;
  // Loaded with the first picture: it takes memory that an idle service can spare.
  const { default: sharp } = await import('sharp');
  // libvips keeps finished work for later; ours never comes again.
  sharp.cache(false);
  const header = await sharp(bytes, input).metadata().catch(unreadable);
  checkUnpacked(header);
  const { data, info } = await sharp(bytes, input)
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const { width: wide, height: high, channels } = info;
  return { image: sharp(data, { raw: { width: wide, height: high, channels } }), format, ...header.autoOrient };
}

/** A few kilobytes may unpack to a line of 50 megapixels, or to 400 MB of 16-bit color: no camera makes such. */
function checkUnpacked({ width, height, channels, depth }: Metadata): void {
  if (Math.max(width, height) > longestSide)
    throw new Failure('TOO_LARGE', `picture: at most ${longestSide} pixels a side.`);
  if (width * height * channels * (depth === 'ushort' ? 2 : 1) > mostUnpacked)
    throw new Failure('TOO_LARGE', `picture: at most ${mostUnpacked / 1e6} MB unpacked.`);
}

function jpeg(image: Sharp, quality: number): Promise<Buffer> {
  return image.jpeg({ quality, mozjpeg: false }).toBuffer();
}

function unreadable(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('exceeds pixel limit'))
    throw new Failure('TOO_LARGE', `picture: at most ${maxPicturePixels / 1e6} megapixels.`);
  throw invalid('picture', 'must be a whole JPEG or PNG file');
}
