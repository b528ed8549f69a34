import { gpx } from './gpx-samples.ts';

const start = Date.UTC(2024, 4, 1, 6);

/** A run of points 10 m apart, one every three seconds, with what each dialect writes into a point. */
export function sensorRun(attributes: string, point: (i: number) => string, count = 4, second = 0): string {
  const points = Array.from({ length: count }, (_, i) => {
    const time = new Date(start + second * 1000 + i * 3000).toISOString();
    return `<trkpt lat="${(47 + i * 0.00009).toFixed(7)}" lon="8.0"><ele>400</ele><time>${time}</time>${point(i)}</trkpt>`;
  });
  return gpx(`<trk ${attributes}><name>Run</name><trkseg>\n${points.join('\n')}\n</trkseg></trk>`);
}

/** How each program writes the values of sensors, and which it has: all of them measure the same. */
export const dialects: Readonly<Record<string, { file: string; without: string[] }>> = {
  'Garmin TrackPointExtension 1': {
    file: sensorRun(
      'xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"',
      (i) =>
        `<extensions><ns3:TrackPointExtension><ns3:atemp>${20 + i}.5</ns3:atemp><ns3:hr>${120 + i}</ns3:hr><ns3:cad>${80 + i}</ns3:cad></ns3:TrackPointExtension></extensions>`,
    ),
    without: ['power', 'speed'],
  },
  'Garmin TrackPointExtension 2 and PowerExtension': {
    file: sensorRun(
      'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1"',
      (i) =>
        `<extensions><gpxpx:PowerExtension><gpxpx:PowerInWatts>${200 + i}</gpxpx:PowerInWatts></gpxpx:PowerExtension>` +
        `<gpxtpx:TrackPointExtension><gpxtpx:atemp>${20 + i}.5</gpxtpx:atemp><gpxtpx:wtemp>9</gpxtpx:wtemp><gpxtpx:hr>${120 + i}</gpxtpx:hr><gpxtpx:cad>${80 + i}</gpxtpx:cad><gpxtpx:speed>3.${i}</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension></extensions>`,
    ),
    without: [],
  },
  Cluetrust: {
    file: sensorRun(
      'xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0"',
      (i) =>
        `<extensions><gpxdata:hr>${120 + i}</gpxdata:hr><gpxdata:cadence>${80 + i}</gpxdata:cadence><gpxdata:temp>${20 + i}.5</gpxdata:temp><gpxdata:power>${200 + i}</gpxdata:power><gpxdata:distance>${i * 10}</gpxdata:distance></extensions>`,
    ),
    without: ['speed'],
  },
  Strava: {
    file: sensorRun(
      '',
      (i) =>
        `\n <extensions>\n  <power> ${200 + i} </power>\n  <heartrate>${120 + i}</heartrate><cadence>${80 + i}</cadence><temp>${20 + i}.5</temp>\n </extensions>\n`,
    ),
    without: ['speed'],
  },
  OpenTracks: {
    file: sensorRun(
      'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" xmlns:opentracks="http://opentracksapp.com/xmlschemas/v1"',
      (i) =>
        `<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>3.${i}</gpxtpx:speed><gpxtpx:hr>${120 + i}</gpxtpx:hr><gpxtpx:cad>${80 + i}.0</gpxtpx:cad></gpxtpx:TrackPointExtension>` +
        `<pwr:PowerInWatts>${200 + i}</pwr:PowerInWatts><opentracks:gain>0.0</opentracks:gain><opentracks:accuracy_horizontal>5</opentracks:accuracy_horizontal></extensions>`,
    ),
    without: ['temperature'],
  },
};

/** What the points of the dialects measure. */
export const measured = {
  heartRate: [120, 121, 122, 123],
  cadence: [80, 81, 82, 83],
  power: [200, 201, 202, 203],
  temperature: [20.5, 21.5, 22.5, 23.5],
  speed: [3, 3.1, 3.2, 3.3],
};
