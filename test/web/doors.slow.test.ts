/** Every door of the service, each row of REST among them, is sent what is hostile in four ways, in doubling sizes up to what it takes. */
import { doors } from './doors/doors.ts';
import { tryDoors } from './doors/try-doors.ts';

await tryDoors(
  doors,
  [64, 256, 512, 1024].map((kib) => kib * 1024),
);
