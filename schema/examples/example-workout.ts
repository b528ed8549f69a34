/** The example run a day earlier, as the file of a watch. */
export function exampleGpx(now: Date): string {
  const { title, points } = exampleWorkout(new Date(now.getTime() - 24 * 3_600_000));
  const written = points.map(
    ({ lat, lng, elev, time }) => `<trkpt lat="${lat}" lon="${lng}"><ele>${elev}</ele><time>${time}</time></trkpt>`,
  );
  return `<gpx version="1.1" creator="a watch"><trk><name>${title}, the day before</name><trkseg>${written.join('')}</trkseg></trk></gpx>`;
}

/** A short run around Lake Merritt in Oakland that ended some minutes ago. */
export function exampleWorkout(now: Date) {
  const start = now.getTime() - 20 * 60_000;
  const corners = [
    [37.8044, -122.2636, 3],
    [37.8075, -122.2588, 4],
    [37.8101, -122.2561, 7],
    [37.8087, -122.2504, 9],
    [37.8046, -122.2535, 12],
    [37.8009, -122.2583, 5],
    [37.8044, -122.2636, 3],
  ] as const;
  return {
    title: 'Around the lake',
    postBody: 'From the playground.',
    runDate: new Date(start).toISOString(),
    runType: 'SLOW',
    privacy: 'FRIENDS',
    points: corners.map(([lat, lng, elev], i) => ({
      lat,
      lng,
      elev,
      time: new Date(start + i * 150_000).toISOString(),
    })),
  };
}
