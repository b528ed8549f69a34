/**
 * A figure of a drawing: `series` is the name and color of the line on which it lies, `panel` the field in which the line is drawn.
 * Figures of a series with different `line`s are not joined.
 */
export interface Mark {
  x: number;
  y: number;
  series: string;
  panel: string;
  isReckoned: boolean;
  line?: string;
}

/** What a drawing shows. Numbers of both axes are drawn on logarithmic scales, except where an axis is `linear`. */
export interface Drawing {
  title: string;
  x: { label: string; isLinear?: true };
  y: { label: string; isLinear?: true };
  marks: readonly Mark[];
}
