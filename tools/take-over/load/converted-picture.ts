import { readFileSync } from 'node:fs';
import { Failure, invalid } from '../../../src/errors.ts';
import { imageFormatOf, maxPictureBytes, maxPicturePixels } from '../../../src/domain/pictures/image-format.ts';

/** How a GIF and a WebP file begin. */
const converted = [
  { name: 'GIF', begins: /^GIF8[79]a/ },
  { name: 'WebP', begins: /^RIFF[^]{4}WEBP/ },
] as const;

/**
 * The bytes of a picture of a bundle as this service stores it. A GIF or WebP file, of which this service has none, becomes a PNG with
 * its first picture, or a JPEG where it is a WebP file without transparency; `note` says so, as the end of a sentence.
 * @throws Failure INVALID, TOO_LARGE
 */
export async function convertedPicture(path: string): Promise<{ bytes: Buffer; note: string | null }> {
  const bytes = readFileSync(path);
  const begin = bytes.toString('latin1', 0, 12);
  const kind = imageFormatOf(bytes) ? undefined : converted.find(({ begins }) => begins.test(begin));
  if (!kind) return { bytes, note: null };
  if (bytes.length > maxPictureBytes) throw new Failure('TOO_LARGE', `picture: at most ${maxPictureBytes} bytes.`);
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error' }).timeout({ seconds: 10 });
    const isPhoto = kind.name === 'WebP' && !(await image.metadata()).hasAlpha;
    const made = await (isPhoto ? image.autoOrient().jpeg({ quality: 92 }) : image.png()).toBuffer();
    return { bytes: made, note: `is a ${kind.name} file, of which a ${isPhoto ? 'JPEG' : 'PNG'} was made` };
  } catch {
    throw invalid('picture', `must be a whole ${kind.name} file`, 'MALFORMED');
  }
}
