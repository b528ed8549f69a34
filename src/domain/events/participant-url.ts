import type { Context } from '../context.ts';

/** Path of a participant's public page. */
function participantPath(participantId: number): string {
  return `/participants/${participantId}`;
}

/** Absolute URL of a participant's public page (interface, `participant_url`). */
export function participantUrl(context: Pick<Context, 'publicUrl'>, participantId: number): string {
  return context.publicUrl + participantPath(participantId);
}
