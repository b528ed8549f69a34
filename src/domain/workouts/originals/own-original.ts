import { originalsLoader } from '../workout.loaders.ts';
import type { Context } from '../../context.ts';
import { originalUrl } from './original-url.ts';
import { originalsUsage } from './original.queries.ts';

/** The original file of a workout, for its owner. */
export interface OwnOriginal {
  url: string;
  expiresDate: string;
  sizeInBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** The original file of a workout of the viewer; null if there is none, and for others, who see no difference. */
export async function ownOriginal(context: Context, workoutId: number): Promise<OwnOriginal | null> {
  if (!context.viewer) return null;
  const original = await context.loader(originalsLoader).load(workoutId);
  if (!original) return null;
  const { size, digest } = original;
  return {
    ...originalUrl(context, workoutId),
    sizeInBytes: size,
    sha256: Buffer.from(digest).toString('hex'),
  };
}

/** How much of the quota of original files the viewer has used, in bytes; null for other users. */
export async function ownOriginalsUsage(
  { database, viewer, originalsQuota }: Context,
  userId: number,
): Promise<{ usedBytes: number; quotaBytes: number } | null> {
  if (viewer?.id !== userId) return null;
  const row = await database.one(originalsUsage, [userId]);
  return { usedBytes: row?.bytes ?? 0, quotaBytes: originalsQuota };
}
