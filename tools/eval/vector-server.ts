// node tools/node.mjs --import ./tools/source-hooks.mjs --conditions=@tributary/source tools/eval/vector-server.ts FOLDER FILE [PORT]
// Serves the ONNX model of FOLDER over OpenAI's embeddings interface and keeps every vector in FILE, so that evaluations of a slow model embed a corpus once.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { z } from 'zod';
import { VectorFile } from './vector-file.ts';

const [folder, path, port = '0'] = process.argv.slice(2);
if (folder === undefined || path === undefined) {
  console.error('Give the folder of the model and the file that keeps the vectors.');
  process.exit(2);
}

const Request = z.object({ input: z.array(z.string()) });
const provider = new TransformersEmbeddingProvider({ name: 'served', path: folder });
const kept = new VectorFile(path, (await provider.describe()).dimension);

const server = createServer((request, response) => {
  json(request)
    .then((body) => answer(Request.parse(body).input))
    .then(
      (data) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ data })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`${JSON.stringify(server.address())} ${kept.size.toString()} vectors`);
});

async function answer(input: readonly string[]): Promise<readonly { readonly index: number; readonly embedding: string }[]> {
  const missing = [...new Set(input.filter((text) => kept.get(text) === undefined))];
  if (missing.length > 0) kept.add(missing, await provider.embed(missing, { kind: 'document' }));
  return input.map((text, index) => ({ index, embedding: kept.get(text)?.toString('base64') ?? '' }));
}
