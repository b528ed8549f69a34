/** A picture has the same color in all its sizes, whatever its depth, color model and profile. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { remakePictures } from '../../src/domain/pictures/remake-pictures.ts';
import { as, cast } from '../support/cast.ts';
import type { Cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { asYcck, plainPng, profiles, withProfile } from './color-samples.ts';
import type { Model, ProfileName } from './color-samples.ts';
import { addPicture, fetched } from './sending.ts';

const service = await testService();
let people: Cast;
let post: number;
beforeAll(async () => {
  people = await cast(service);
});

type Color = readonly [red: number, green: number, blue: number];
/** JPEG rounds brightness and colors. */
const tolerance = 3;

async function colorOf(file: Buffer): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + (info.channels === 1 ? 1 : 3))];
}

/** The sizes of a picture, as a picture of a post and of a profile, that do not have this color. */
async function wrongSizes(bytes: Buffer, color: Color): Promise<unknown[]> {
  const { thumbnail, feed, detail } = await addPicture(people.ann, post, bytes);
  const profile = await as(people.ann).send('POST', '/user/picture/', {
    headers: { 'Content-Type': 'image/png' },
    body: bytes,
  });
  const squares = profile.json<{ profile_image_225_url: string; profile_image_48_url: string }>();
  const urls = { thumbnail, feed, detail, 225: squares.profile_image_225_url, 48: squares.profile_image_48_url };
  const found = await Promise.all(
    Object.entries(urls).map(async ([size, url]) => [size, await colorOf((await fetched(url)).bytes)] as const),
  );
  return found.filter(([, values]) =>
    color.some((value, i) => Math.abs(value - (values[i] ?? values[0] ?? -1)) > tolerance),
  );
}

/**
 * What the samples 204, 51, 77 of a picture in color, or 102 of a gray one, are in sRGB: computed by hand from the primaries and the
 * curve of the color space, and with none if the profile is for another color model than that of the picture.
 */
const truth: Record<ProfileName, { color: Color; gray: Color }> = {
  none: { color: [204, 51, 77], gray: [102, 102, 102] },
  sRGB: { color: [204, 51, 77], gray: [102, 102, 102] },
  'Display P3': { color: [222, 24, 73], gray: [102, 102, 102] },
  'Adobe RGB': { color: [237, 48, 77], gray: [102, 102, 102] },
  // (102 / 255) ^ 1.8 is 0.192 of white.
  gray: { color: [204, 51, 77], gray: [121, 121, 121] },
  CMYK: { color: [204, 51, 77], gray: [102, 102, 102] },
};
/** What is transparent by two fifths is white by two fifths. */
const onWhite = (color: Color) => color.map((value) => value * 0.6 + 255 * 0.4) as unknown as Color;
const half = 153;

const samples: Record<
  Model,
  { depths: readonly (8 | 16)[]; values: readonly number[]; color: (name: ProfileName) => Color }
> = {
  gray: { depths: [8, 16], values: [102], color: (name) => truth[name].gray },
  color: { depths: [8, 16], values: [204, 51, 77], color: (name) => truth[name].color },
  palette: { depths: [8], values: [204, 51, 77], color: (name) => truth[name].color },
  'gray with alpha': { depths: [8, 16], values: [102, half], color: (name) => onWhite(truth[name].gray) },
  'color with alpha': { depths: [8, 16], values: [204, 51, 77, half], color: (name) => onWhite(truth[name].color) },
};

describe.each(Object.keys(profiles) as ProfileName[])('a PNG with the profile %s', (name) => {
  beforeAll(async () => {
    ({ post } = await record(people.ann));
  });
  const forms = (Object.keys(samples) as Model[]).flatMap((model) =>
    samples[model].depths.flatMap((depth) => [false, true].map((isInterlaced) => ({ model, depth, isInterlaced }))),
  );
  test.each(forms)('$model of $depth bits, interlaced: $isInterlaced', async ({ model, depth, isInterlaced }) => {
    const bytes = plainPng(model, depth, samples[model].values, { icc: profiles[name], isInterlaced });
    expect(await wrongSizes(bytes, samples[model].color(name))).toEqual([]);
  });
});

const plain = (space: string, [r, g, b]: Color) =>
  sharp({ create: { width: 160, height: 120, channels: 3, background: { r, g, b } } })
    .toColourspace(space)
    .jpeg({ quality: 100 })
    .toBuffer();

describe('a JPEG', () => {
  beforeAll(async () => {
    ({ post } = await record(people.ann));
  });
  const names = Object.keys(profiles) as ProfileName[];
  const others = names.filter((name) => name !== 'CMYK');
  const gray = () => plain('b-w', [102, 102, 102]);
  const color = () => plain('srgb', [204, 51, 77]);
  const inks = () => plain('cmyk', [170, 80, 90]);
  // Four inks without a profile of their own are those with which libvips prints, which loses some of the color.
  const printed = [167, 72, 78] as const;
  // All inks of the profile are L 50, a 60, b 30.
  const inked = [212, 61, 73] as const;
  type Form = [model: string, name: ProfileName, make: () => Promise<Buffer>, color: Color];
  const forms: Form[] = [
    ...names.map((name): Form => ['gray', name, gray, truth[name].gray]),
    ...names.map((name): Form => ['color', name, color, truth[name].color]),
    ...others.map((name): Form => ['CMYK', name, inks, printed]),
    ['CMYK', 'CMYK', inks, inked],
    ['YCCK', 'CMYK', async () => asYcck(await inks()), inked],
  ];
  test.each(forms)('of %s with the profile %s', async (_, name, make, expected) => {
    expect(await wrongSizes(withProfile(await make(), profiles[name]), expected)).toEqual([]);
  });
});

test('stored pictures of 16 bits get their colors, once, under another key', async () => {
  ({ post } = await record(people.ann));
  const bytes = plainPng('color', 16, [204, 51, 77], { icc: profiles['Display P3'] });
  const { id, detail } = await addPicture(people.ann, post, bytes);
  await addPicture(people.ann, post, plainPng('color', 8, [204, 51, 77], { icc: profiles['Display P3'] }));
  const { pictures } = service.processContext.integrations;
  const keyOf = async () => String((await service.sql('select key from picture where id = ?', [id]))[0]?.['key']);
  const before = await keyOf();
  const pale = await sharp(await plain('srgb', [201, 53, 43])).toBuffer();
  for (const size of ['thumbnail', 'feed', 'detail']) await pictures.put(before, size, pale, 'image/jpeg');
  const { headers } = await fetched(detail);
  const made = async (isDry: boolean, after = 0) => {
    const lines: string[] = [];
    await remakePictures(service.processContext, { isDry, after }, (line) => lines.push(line));
    return lines.filter((line) => line.startsWith(`picture ${id}:`));
  };
  expect([await made(true), await made(false, id)]).toEqual([[`picture ${id}: would be made again`], []]);
  expect(await keyOf()).toBe(before);
  expect([await made(false), await made(false)]).toEqual([[`picture ${id}: is made again`], []]);
  const after = await fetched(detail);
  expect(await colorOf(after.bytes)).toEqual(
    truth['Display P3'].color.map((value) => expect.closeTo(value, -1) as unknown),
  );
  expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
  const files = await service.sql('select key, doomed_date is null as kept from picture_file where key in (?, ?)', [
    before,
    await keyOf(),
  ]);
  expect(Object.fromEntries(files.map(({ key, kept }) => [key, kept]))).toEqual({
    [before]: false,
    [await keyOf()]: true,
  });
});
