import { Initial } from './2026-11-21-initial.ts';

/** Every migration, oldest first. `npm run migration -- NAME` writes a new one and adds it here. */
export const migrationsList = [{ name: '2026-11-21-initial', class: Initial }];
