import type { Track } from '@runners/recordings';

/** An upload as the floor understands it. */
interface Upload {
  title: string;
  runDate: string;
  runType: string;
  privacy: string;
  source: string;
  track: Track;
}

const point = /<trkpt lat="([^"]*)" lon="([^"]*)"><ele>([^<]*)<\/ele><time>([^<]*)<\/time>/g;

/** Finds what a GPX file of the benchmark holds, by its very spelling. */
export function scanGpx(text: string): Upload {
  const rows: Array<[lat: number, lng: number, elev: number, time: number]> = [];
  for (const [, lat, lng, elev, time] of text.matchAll(point))
    rows.push([Number(lat), Number(lng), Number(elev), Date.parse(time as string)]);
  const between = (open: string, close: string) => {
    const at = text.indexOf(open) + open.length;
    return text.slice(at, text.indexOf(close, at));
  };
  return {
    title: between('<trk><name>', '</name>'),
    runDate: between('<metadata><time>', '</time>'),
    runType: 'Endurance',
    privacy: 'public',
    source: 'gpx',
    track: trackOf(rows),
  };
}

interface JsonUpload {
  title: string;
  run_date: string;
  run_type: string;
  privacy: string;
  points: Array<{ lat: number; lng: number; elev: number; time: string }>;
}

export function readJson(text: string): Upload {
  const body = JSON.parse(text) as JsonUpload;
  return {
    title: body.title,
    runDate: body.run_date,
    runType: body.run_type,
    privacy: body.privacy,
    source: 'json',
    track: trackOf(body.points.map(({ lat, lng, elev, time }) => [lat, lng, elev, Date.parse(time)])),
  };
}

function trackOf(rows: ReadonlyArray<readonly [lat: number, lng: number, elev: number, time: number]>): Track {
  const count = rows.length;
  const latitudeE7 = new Int32Array(count);
  const longitudeE7 = new Int32Array(count);
  const elevation = new Float64Array(count);
  const time = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    latitudeE7[i] = Math.round(row[0] * 1e7);
    longitudeE7[i] = Math.round(row[1] * 1e7);
    elevation[i] = row[2];
    time[i] = row[3];
  }
  return { latitudeE7, longitudeE7, elevation, time, segmentStarts: [0] };
}

/** The sum of the steps on a sphere, meters. */
export function distanceOf({ latitudeE7, longitudeE7 }: Track): number {
  const radians = Math.PI / 180e7;
  let sum = 0;
  for (let i = 1; i < latitudeE7.length; i++) {
    const a = latitudeE7[i - 1]! * radians;
    const b = latitudeE7[i]! * radians;
    const h =
      Math.sin((b - a) / 2) ** 2 +
      Math.cos(a) * Math.cos(b) * Math.sin(((longitudeE7[i]! - longitudeE7[i - 1]!) * radians) / 2) ** 2;
    sum += 12_742_017.6 * Math.asin(Math.sqrt(h));
  }
  return sum;
}

/** A workout as a `trk`. */
export function writeTrack(title: string, runType: string, track: Track): string {
  let text = `<trk><name>${runType} - ${title}</name>\n<trkseg>\n`;
  for (let i = 0; i < track.time.length; i++) {
    const at = new Date(track.time[i]!).toISOString();
    text += `<trkpt lat="${track.latitudeE7[i]! / 1e7}" lon="${track.longitudeE7[i]! / 1e7}"><ele>${track.elevation[i]}</ele><time>${at}</time></trkpt>\n`;
  }
  return `${text}</trkseg>\n</trk>\n`;
}
