// The health check of a container: there is neither a shell nor curl in the image. Ends with 0 when the app is ready.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { app } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const hasServer = app === 'mcp-gateway' || app === 'standalone';
const { TRIBUTARY_DATA__FOLDER: data = '/data', TRIBUTARY_SERVER__PORT: port = '7411', TRIBUTARY_HEALTH__PORT: healthPort } = process.env;

/** A server says in its data folder where it listens, whatever file or argument named the port. */
function serverAddress() {
  try {
    return JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')).url;
  } catch {
    return `http://127.0.0.1:${port}`;
  }
}

try {
  const address = hasServer ? serverAddress() : `http://127.0.0.1:${healthPort}`;
  const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(4000) });
  if (!response.ok) throw new Error(await response.text());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
