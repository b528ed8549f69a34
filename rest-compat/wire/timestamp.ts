/**
 * A timestamp of GraphQL (`…000000Z`) as the interface writes it: in UTC, with six fraction digits and no offset (decisions
 * W8).
 */
export function timestamp(moment: string): string;
export function timestamp(moment: string | null): string | null;
export function timestamp(moment: string | null): string | null {
  return moment === null ? null : moment.slice(0, -1);
}
