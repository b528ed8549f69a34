const [width, height, edge] = [96, 72, 6];

/** The points of an encoded polyline of precision 5, as longitudes and latitudes. */
function pointsOf(polyline: string): [lng: number, lat: number][] {
  const points: [number, number][] = [];
  let [lat, lng, at] = [0, 0, 0];
  const next = () => {
    let [value, shift, part] = [0, 0, 0];
    do {
      part = polyline.charCodeAt(at++) - 63;
      value |= (part & 0x1f) << shift;
      shift += 5;
    } while (part >= 0x20);
    return (value & 1 ? ~(value >> 1) : value >> 1) / 1e5;
  };
  while (at < polyline.length) {
    lat += next();
    const step = next();
    // Beyond the antimeridian the line goes on, and does not go back around the earth.
    lng += Math.abs(step) > 180 ? step - 360 * Math.sign(step) : step;
    points.push([lng, lat]);
  }
  return points;
}

/** The line of a run as a drawing, north up, with its start; null without points. @param label what it shows */
export function runMap(polyline: string, label: string): SVGSVGElement | null {
  const points = pointsOf(polyline);
  if (points.length === 0) return null;
  const lats = points.map(([, lat]) => lat);
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const flat = points.map(([lng, lat]) => [lng * Math.cos((middle * Math.PI) / 180), -lat] as const);
  const bounds = ([0, 1] as const).map((axis) => {
    const values = flat.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)] as const;
  });
  const [[left, right], [top, bottom]] = bounds as [readonly [number, number], readonly [number, number]];
  const scale = Math.min((width - 2 * edge) / (right - left || 1e-9), (height - 2 * edge) / (bottom - top || 1e-9));
  const drawn = flat.map(([x, y]) => [
    (width + (2 * x - left - right) * scale) / 2,
    (height + (2 * y - top - bottom) * scale) / 2,
  ]);
  const [startX = 0, startY = 0] = drawn[0]!;
  const map = made('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  map.append(
    made('polyline', { points: drawn.map((point) => point.map((value) => value.toFixed(1)).join()).join(' ') }),
    made('circle', { cx: startX.toFixed(1), cy: startY.toFixed(1), r: '3' }),
  );
  return map;
}

function made<Tag extends 'svg' | 'polyline' | 'circle'>(tag: Tag, attributes: Record<string, string>) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
