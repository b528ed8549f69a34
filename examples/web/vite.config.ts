import { defineConfig } from 'vite';

const target = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:4000';
const port = Number(process.env['PAGE_PORT'] ?? 5173);

/**
 * The page sends everything to its own origin, and this server passes `/graphql` on to the service, WebSockets included. No
 * CORS is needed. The same is done by a reverse proxy in front of a built page.
 */
const proxy = { '/graphql': { target, ws: true } };

export default defineConfig({
  root: import.meta.dirname,
  server: { host: '127.0.0.1', port, strictPort: true, proxy },
  preview: { host: '127.0.0.1', port, strictPort: true, proxy },
});
