const start = Date.UTC(2024, 4, 1, 6);

/** A TCX document around the content of `TrainingCenterDatabase`. */
export function tcx(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">${content}</TrainingCenterDatabase>`;
}

const at = (second: number) => new Date(start + second * 1000).toISOString();

/** A track point like those of `fitRecord`, with its position or without. */
export function tcxPoint(second: number, rest = '', isPlaced = true): string {
  const position = isPlaced
    ? `<Position><LatitudeDegrees>${(47 + second * 0.00003).toFixed(9)}</LatitudeDegrees><LongitudeDegrees>8.0</LongitudeDegrees></Position><AltitudeMeters>400</AltitudeMeters>`
    : '';
  return `<Trackpoint><Time>${at(second)}</Time>${position}${rest}</Trackpoint>`;
}

/** A lap of these tracks. */
export function tcxLap(second: number, seconds: number, meters: number, tracks: readonly string[]): string {
  const parts = tracks.map((points) => `<Track>${points}</Track>`).join('');
  return `<Lap StartTime="${at(second)}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters>${parts}</Lap>`;
}

/** An activity of these laps. */
export function tcxActivity(laps: string, sport = 'Running', second = 0): string {
  return `<Activity Sport="${sport}"><Id>${at(second)}</Id>${laps}<Creator><Name>A watch</Name></Creator></Activity>`;
}

/** The run of `fitRun` as TCX: the pause is between two tracks of the first lap. */
export function tcxRun(): string {
  const points = (from: number) =>
    Array.from({ length: 11 }, (_, i) =>
      tcxPoint(from + i * 3, `<HeartRateBpm><Value>${120 + i}</Value></HeartRateBpm>`),
    ).join('');
  return tcx(`<Activities>${tcxActivity(tcxLap(0, 60, 200, [points(0), points(60)]))}</Activities>`);
}
