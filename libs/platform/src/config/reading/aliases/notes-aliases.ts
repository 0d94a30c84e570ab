import type { EnvironmentAlias } from './environment-alias.js';

const PORT = 11_434;

/** Where Ollama is, as its own programs are told; it acts where a `config.json` of the notes server makes Ollama the embedder. */
export const notesAliases: readonly EnvironmentAlias[] = [
  {
    variable: 'OLLAMA_HOST',
    settings: (host, _environment, present) =>
      present.namesAt(['models']).includes('notes') && present.valueAt(['dialects', 'notes', 'chromadbPath']) !== undefined
        ? [{ path: ['models', 'notes', 'url'], value: addressOf(host) }]
        : [],
  },
];

/** Ollama takes `host`, `host:port` and addresses, and listens everywhere on 0.0.0.0. */
function addressOf(host: string): string {
  const address = host.includes('://') ? host : `http://${host}`;
  if (!URL.canParse(address)) return host;
  const url = new URL(address);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && !host.includes('://')) url.port = PORT.toString();
  return url.toString().replace(/(?<!\/)\/+$/, '');
}
