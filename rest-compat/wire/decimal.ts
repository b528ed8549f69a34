/** A decimal quantity as text with two places: `"5000.00"` (decisions W9). */
export function decimal(value: number): string;
export function decimal(value: number | null): string | null;
export function decimal(value: number | null): string | null {
  return value === null ? null : value.toFixed(2);
}
