// The health check of a container: there is neither a shell nor curl in the image. Ends with 0 when the app is ready.
import { readFileSync } from 'node:fs';

const { app } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const hasServer = app === 'mcp-gateway' || app === 'standalone';
const port = hasServer ? (process.env.TRIBUTARY_SERVER__PORT ?? '7411') : process.env.TRIBUTARY_HEALTH__PORT;

try {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4000) });
  if (!response.ok) throw new Error(await response.text());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
