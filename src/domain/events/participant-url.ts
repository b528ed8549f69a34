import type { Context } from '../context.ts';

/** The path of the public page of a participant. */
function participantPath(participantId: number): string {
  return `/participants/${participantId}`;
}

/** The absolute URL of the public page of a participant (interface, `participant_url`). */
export function participantUrl(context: Pick<Context, 'publicUrl'>, participantId: number): string {
  return context.publicUrl + participantPath(participantId);
}
