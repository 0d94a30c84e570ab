import { findQdrantProgram, sampleModel, startOpenAiServer, startQdrantServer } from '@tributary/testing';

const DIMENSION = 256;

/** A Qdrant with a collection of another program, and a model server that can refuse: what the console manages beside its own. */
export async function startFarServers(command: Parameters<typeof startQdrantServer>[0]) {
  const qdrant = await startQdrantServer(command);
  const model = await startOpenAiServer({ model: sampleModel() });
  const put = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(qdrant.url + path, { method: 'PUT', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  };
  await put('/collections/tickets', { vectors: { 'fast-static': { size: DIMENSION, distance: 'Cosine' } } });
  const points = ['The printer of the hall is out of paper.', 'The lift stops between floors.'].map((document, n) => ({
    id: `00000000-0000-4000-8000-00000000000${n.toString()}`,
    vector: { 'fast-static': Array.from({ length: DIMENSION }, (_, at) => (at % (n + 2) === 0 ? 1 : 0.1)) },
    payload: { document, metadata: { desk: n } },
  }));
  await put('/collections/tickets/points?wait=true', { points });
  return {
    model,
    settings: {
      TRIBUTARY_ENGINES__MAIN__TYPE: 'embedded',
      TRIBUTARY_ENGINES__FAR__TYPE: 'qdrant',
      TRIBUTARY_ENGINES__FAR__URL: qdrant.url,
      TRIBUTARY_PRIMARY: 'main',
      TRIBUTARY_MODELS__STATIC__TYPE: 'static',
      TRIBUTARY_MODELS__SAMPLE__TYPE: 'openai',
      TRIBUTARY_MODELS__SAMPLE__URL: `${model.url}/v1`,
      TRIBUTARY_MODELS__SAMPLE__MODEL: 'sample',
      TRIBUTARY_COLLECTIONS: JSON.stringify({ letters: { model: 'sample' } }),
    },
    stop: async () => {
      await model.stop();
      await qdrant.remove();
    },
  };
}

export const farSupply = findQdrantProgram();
