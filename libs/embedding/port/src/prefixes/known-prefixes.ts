/** What a model wants in front of queries and of passages. */
export interface Prefixes {
  readonly query: string;
  readonly document: string;
}

const REPRESENT = 'Represent this sentence for searching relevant passages: ';

/** Prefixes as the makers of these families publish them; the first fitting line counts. Models in no line want none. Bounded: a model
 *  is called as somebody wrote it into the configuration. */
const FAMILIES: readonly { readonly name: RegExp; readonly query: string; readonly document: string }[] = [
  { name: /mxbai-embed/, query: REPRESENT, document: '' },
  { name: /nomic-embed-text/, query: 'search_query: ', document: 'search_document: ' },
  { name: /nomic-embed-code/, query: 'Represent this query for searching relevant code: ', document: '' },
  { name: /(^|[-_/])bge-(small|base|large)-en/, query: REPRESENT, document: '' },
  { name: /arctic-embed.*(v2|2\.0)|arctic-embed2/, query: 'query: ', document: '' },
  { name: /arctic-embed/, query: REPRESENT, document: '' },
  { name: /(^|[-_/])e5-.*instruct/, query: 'Instruct: Given a question, retrieve passages that answer it\nQuery: ', document: '' },
  { name: /(^|[-_/])(multilingual-)?e5-/, query: 'query: ', document: 'passage: ' },
  {
    name: /qwen3-embedding/,
    query: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
    document: '',
  },
  { name: /embeddinggemma/, query: 'task: search result | query: ', document: 'title: none | text: ' },
];

/** What is known of a model of this name (`mxbai-embed-large:latest`, `BAAI/bge-small-en-v1.5`). */
export function knownPrefixes(model: string): Prefixes {
  const name = model.toLowerCase();
  return FAMILIES.find((family) => family.name.test(name)) ?? { query: '', document: '' };
}
