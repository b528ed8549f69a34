import type { Metadata, Sharp } from 'sharp';
import { Failure, invalid } from '../../errors.ts';
import { imageFormatOf, maxPictureBytes, maxPicturePixels } from './image-format.ts';
import type { ImageFormat } from './image-format.ts';
import { stripMetadata } from './strip-metadata.ts';

/** The files of a picture in its four sizes (interface, Picture). All except the original are JPEG. */
export interface PictureSizes {
  thumbnail: Buffer;
  feed: Buffer;
  detail: Buffer;
  /** The uploaded bytes, for the owner, and for everyone if they contain no metadata. */
  original: Buffer;
}

/** The original without its metadata, for everyone except the owner. It is left out if the original contains none. */
interface SharedOriginal {
  shared?: Buffer;
}

/** The files of a profile picture in its two sizes, as JPEG. */
interface ProfileSizes {
  '225': Buffer;
  '48': Buffer;
}

/** The result of processing an upload. */
interface Measured<Sizes> {
  sizes: Sizes;
  format: ImageFormat;
  /** The size of the original in pixels, in its displayed orientation. */
  width: number;
  height: number;
}

/** The longest time in seconds. Ordinary pictures take at most one second. */
const patience = 10;

/** The longest side that JPEG supports. */
const longestSide = 65_535;
/**
 * The largest size of all pixels in bytes: 50 megapixels of 8-bit color with transparency, or 25 of 16-bit color with
 * transparency.
 */
const mostUnpacked = 4 * maxPicturePixels;
const quality = { thumbnail: 80, feed: 80, detail: 82, profile: 85, again: 92 } as const;
const input = { limitInputPixels: maxPicturePixels, failOn: 'error', sequentialRead: true } as const;
/** The largest ratio of height to width of a feed or detail size. JPEG supports 65,535 lines, and phones far fewer. */
const tallest = 10;
const side = {
  thumbnail: [140, 110],
  feed: [400, 400 * tallest],
  detail: [900, 900 * tallest],
  large: 225,
  small: 48,
} as const;

/**
 * Creates the four sizes of a picture: upright, in sRGB, without metadata, on white where it is transparent, and never
 * enlarged. A request makes them when it is its turn at the gate `pictures`, as those of a profile.
 * @throws Failure INVALID for bytes that are not a complete JPEG or PNG, TOO_LARGE for too many bytes or pixels
 */
export async function pictureSizes(bytes: Buffer): Promise<Measured<PictureSizes & SharedOriginal>> {
  const { image, orientation, ...measured } = await opened(bytes, (width, height) =>
    Math.max(covering(side.thumbnail, width, height), within(side.detail, width, height)),
  );
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const [thumbnail, feed, detail] = await Promise.all([
    jpeg(image().resize(...side.thumbnail, { fit: 'cover', withoutEnlargement: true }), quality.thumbnail),
    jpeg(image().resize(...side.feed, inside), quality.feed),
    jpeg(image().resize(...side.detail, inside), quality.detail),
  ]);
  const shared = await sharedOriginal(bytes, measured.format, orientation);
  return { ...measured, sizes: { thumbnail, feed, detail, original: bytes, ...shared } };
}

/**
 * Creates the two squares of a profile picture from its center. They are smaller if the picture is. Throws as
 * `pictureSizes`.
 */
export async function profileSizes(bytes: Buffer): Promise<Measured<ProfileSizes>> {
  const {
    image,
    orientation: _,
    ...measured
  } = await opened(bytes, (width, height) => covering([side.large, side.large], width, height));
  const square = (wanted: number) => {
    const most = Math.min(wanted, measured.width, measured.height);
    return jpeg(image().resize(most, most, { fit: 'cover' }), quality.profile);
  };
  const [large, small] = await Promise.all([square(side.large), square(side.small)]);
  return { ...measured, sizes: { '225': large, '48': small } };
}

/**
 * The original as others see it, unless it is the same. A file whose parts cannot be told apart is encoded again, upright and in sRGB
 * (decisions P18).
 */
export async function sharedOriginal(bytes: Buffer, format: ImageFormat, known?: number): Promise<SharedOriginal> {
  const header = await headerOf(bytes);
  const stripped = await stripMetadata(bytes, format, known ?? header.orientation ?? 1);
  if (stripped) return stripped === bytes ? {} : { shared: stripped };
  const { default: sharp } = await import('sharp');
  const upright = sharp(bytes, input).autoOrient().timeout({ seconds: patience });
  const image = (await inEightBits(upright, header)).toColourspace('srgb');
  return {
    shared: await (format === 'jpeg' ? image.jpeg({ quality: quality.again }) : image.png())
      .toBuffer()
      .catch(unreadable),
  };
}

type Box = readonly [width: number, height: number];
/** The scale at which a picture just covers a box. */
const covering = ([wide, high]: Box, width: number, height: number) => Math.max(wide / width, high / height);
/** The scale at which a picture just fits into a box. */
const within = ([wide, high]: Box, width: number, height: number) => Math.min(wide / width, high / height);

/**
 * Decodes the picture once, in the smallest size from which its sizes can be made. `scaleFor` computes the scale from
 * its upright size.
 */
async function opened(bytes: Buffer, scaleFor: (width: number, height: number) => number) {
  const format = imageFormatOf(bytes);
  if (!format) throw invalid('picture', 'must be a JPEG or PNG file', 'MALFORMED');
  if (bytes.length > maxPictureBytes) throw new Failure('TOO_LARGE', `picture: at most ${maxPictureBytes} bytes.`);
  const header = await headerOf(bytes).catch(unreadable);
  checkUnpacked(header);
  const { default: sharp } = await import('sharp');
  const upright = header.autoOrient;
  const scale = Math.min(1, scaleFor(upright.width, upright.height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  const decoded = sharp(bytes, input)
    .autoOrient()
    .resize(scaled(upright.width), scaled(upright.height), { fit: 'fill' })
    .timeout({ seconds: patience });
  const { data, info } = await inEightBits(decoded, header)
    .then((image) => image.flatten({ background: '#ffffff' }).toColourspace('srgb').raw())
    .then((image) => image.toBuffer({ resolveWithObject: true }))
    .catch(unreadable);
  const { width, height, channels } = info;
  // The image is not cloned, since each clone would copy the pixels.
  const image = () => sharp(data, { raw: { width, height, channels } });
  return { image, format, orientation: header.orientation ?? 1, ...upright };
}

/** What the header of a picture says. @throws Error for bytes that are no picture */
async function headerOf(bytes: Buffer): Promise<Metadata> {
  // The library is loaded for the first picture, because it takes memory that an idle service does not need.
  const { default: sharp } = await import('sharp');
  // The cache of libvips is turned off, because no operation is repeated.
  sharp.cache(false);
  return sharp(bytes, { ...input, limitInputPixels: false }).metadata();
}

/** Whether a picture has 16 bits for each channel. @throws Error for bytes that are no picture */
export async function isDeep(bytes: Buffer): Promise<boolean> {
  return (await headerOf(bytes)).depth === 'ushort';
}

/**
 * The picture with 8 bits for each channel, in its own color space, so that its profile is applied as to any other: sharp turns deep
 * colors into those of a screen that it then does not name, and ignores the profile of deep grays.
 */
async function inEightBits(image: Sharp, { depth, space }: Metadata): Promise<Sharp> {
  if (depth !== 'ushort') return image;
  const { default: sharp } = await import('sharp');
  const own = image.keepIccProfile().toColourspace(space === 'grey16' ? 'b-w' : 'srgb');
  return sharp(await own.png({ compressionLevel: 0 }).toBuffer(), input);
}

/**
 * A few kilobytes can decode to a line of 50 megapixels, or to 400 MB of 16-bit color. No camera produces such
 * pictures.
 */
function checkUnpacked({ width, height, channels, depth }: Metadata): void {
  if (width * height > maxPicturePixels)
    throw new Failure('TOO_LARGE', `picture: at most ${maxPicturePixels / 1e6} megapixels.`);
  if (Math.max(width, height) > longestSide)
    throw new Failure('TOO_LARGE', `picture: at most ${longestSide} pixels a side.`);
  if (width * height * channels * (depth === 'ushort' ? 2 : 1) > mostUnpacked)
    throw new Failure('TOO_LARGE', `picture: at most ${mostUnpacked / 1e6} MB unpacked.`);
}

function jpeg(image: Sharp, quality: number): Promise<Buffer> {
  return image.jpeg({ quality, mozjpeg: false }).toBuffer();
}

/** Decoding that takes too long is the machine's fault: no picture within the limits of `checkUnpacked` takes a tenth of it. */
function unreadable(error: unknown): never {
  if (/\btimeout: /.test(String(error))) throw new Failure('BUSY', undefined, { retryAfter: 5 });
  throw invalid('picture', 'must be a whole JPEG or PNG file', 'MALFORMED');
}
