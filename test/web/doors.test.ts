/**
 * The doors of the service that read most are sent what is hostile in four ways. No turn of the event loop may take more than 50 ms of its
 * thread's CPU time, and no door more memory than eight times what it is sent. A path that is not in the table fails.
 */
import { widest } from './doors/doors.ts';
import { tryDoors } from './doors/try-doors.ts';

await tryDoors(widest, [256 * 1024]);
