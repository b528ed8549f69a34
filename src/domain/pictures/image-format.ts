/** The content types of pictures (interface, Limits). */
const imageFormats = ['jpeg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** The largest picture, in bytes and in pixels (decisions W22). */
export const maxPictureBytes = 15 * 1024 * 1024;
export const maxPicturePixels = 50_000_000;

const starts: Record<ImageFormat, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/**
 * Determines the format from the bytes and not from the content type, because older apps send PNG as `image/jpeg`.
 * Returns null for anything else.
 */
export function imageFormatOf(bytes: Buffer): ImageFormat | null {
  return imageFormats.find((format) => starts[format].every((byte, i) => bytes[i] === byte)) ?? null;
}
