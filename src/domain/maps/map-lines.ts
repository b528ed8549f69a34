/** Most corners of all lines of a map: beyond it nothing is to be seen any more, and drawing takes seconds. */
const mostCorners = 5000;
/** Steps shorter than this many pixels are not drawn one by one. */
const shortestStep = 0.7;

/** The points of lines that are worth drawing: `segments` as in `MapView`, with the ends of each kept. */
export function drawnLines(segments: readonly Float64Array[]): Float64Array[] {
  for (let step = shortestStep; ; step *= 1.5) {
    const lines = segments.map((points) => thinned(points, step));
    const corners = lines.reduce((sum, line) => sum + line.length / 2, 0);
    if (corners <= Math.max(mostCorners, segments.length * 2)) return lines;
  }
}

function thinned(points: Float64Array, step: number): Float64Array {
  const kept = new Float64Array(points.length);
  kept.set(points.subarray(0, 2));
  let end = 2;
  for (let i = 2; i < points.length; i += 2) {
    const isLast = i === points.length - 2;
    const away = Math.hypot(points[i]! - kept[end - 2]!, points[i + 1]! - kept[end - 1]!);
    if (away < step && !isLast) continue;
    kept[end++] = points[i]!;
    kept[end++] = points[i + 1]!;
  }
  return kept.subarray(0, end);
}

/** Corners of one path: the time that drawing a path takes grows with the square of its crossings with itself. */
const cornersAPath = 50;

/** SVG paths that together are the line, each going on where the one before it ends; a single point becomes a dot. */
export function pathsOf(line: Float64Array): string[] {
  const at = (i: number) => `${line[i]!.toFixed(1)} ${line[i + 1]!.toFixed(1)}`;
  if (line.length === 2) return [`M${at(0)}h0.01`];
  const paths: string[] = [];
  for (let start = 0; start < line.length - 2; start += cornersAPath * 2) {
    const end = Math.min(line.length - 2, start + cornersAPath * 2);
    let path = `M${at(start)}`;
    for (let i = start + 2; i <= end; i += 2) path += `L${at(i)}`;
    paths.push(path);
  }
  return paths;
}
