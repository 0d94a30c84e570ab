import { DOCUMENT_PLACE } from '@tributary/engines-port';
import type { FieldName, Layout, ValueKind } from './layout.js';

/** Names under which programs keep a text when nothing else tells. */
const TEXT_NAMES = ['text', 'content', 'body', 'document', 'chunk', 'page_content', 'passage'];

const OPEN_WEBUI = {
  name: 'open-webui',
  maker: 'Open WebUI',
  metadata: ['metadata'],
  text: ['text'],
  fields: { title: ['$metadata.name', '$metadata.title'] },
};

/** Raised when the same points would be bound otherwise, so that what was only found is looked at anew. */
export const LAYOUTS_VERSION = 3;

/** Known layouts; the first whose signature fits wins, so the more particular ones stand first. */
export const LAYOUTS: readonly Layout[] = [
  {
    name: 'notes',
    maker: 'the notes pipeline',
    signature: ['noteId', 'chunkIndex'],
    metadata: [],
    text: [DOCUMENT_PLACE, 'content', 'text'],
    fields: { title: ['noteTitle', 'title'], document: ['noteId'], chunk_index: ['chunkIndex'], modified_at: ['modificationDate'] },
  },
  {
    name: 'llama-index',
    maker: 'LlamaIndex',
    signature: ['_node_content'],
    metadata: [],
    text: ['_node_content.text', DOCUMENT_PLACE, 'text'],
    fields: { document: ['ref_doc_id', 'doc_id', 'document_id'], title: ['file_name', 'title'], path: ['file_path'] },
  },
  {
    name: 'claude-context',
    maker: 'claude-context',
    signature: ['content', 'relativePath', 'startLine', 'endLine'],
    metadata: [],
    text: ['content'],
    fields: { path: ['relativePath'], document: ['relativePath'], start_line: ['startLine'], end_line: ['endLine'] },
  },
  { name: 'langchain', maker: 'LangChain', signature: ['page_content'], metadata: ['metadata'], text: ['page_content'] },
  {
    name: 'langchain-js',
    maker: 'LangChain.js or n8n',
    signature: ['content', 'metadata.loc'],
    metadata: ['metadata'],
    text: ['content'],
    fields: { start_line: ['$metadata.loc.lines.from'], end_line: ['$metadata.loc.lines.to'] },
  },
  { ...OPEN_WEBUI, signature: ['text', 'metadata', 'tenant_id'] },
  { ...OPEN_WEBUI, signature: ['text', 'metadata.file_id'] },
  {
    name: 'haystack',
    maker: 'Haystack',
    signature: ['content', 'meta'],
    metadata: ['meta'],
    text: ['content'],
    fields: { document: ['$metadata.source_id', '$metadata.file_path'], chunk_index: ['$metadata.split_id'] },
  },
  {
    name: 'mcp-server-qdrant',
    maker: 'mcp-server-qdrant',
    signature: ['document'],
    vector: /^fast-/,
    metadata: ['metadata'],
    text: ['document'],
  },
  { name: 'chroma', maker: 'a program that stores Chroma documents', signature: [DOCUMENT_PLACE], metadata: [], text: [DOCUMENT_PLACE] },
  {
    name: 'plain',
    maker: 'a program of its own kind',
    signature: [],
    metadata: ['metadata', 'meta'],
    text: TEXT_NAMES,
  },
];

/** The usual names of each field, looked for among the maker's own fields, then in the payload itself. */
export const USUAL_NAMES: Readonly<Record<Exclude<FieldName, 'text' | 'user_id' | 'acl'>, readonly string[]>> = {
  title: ['title', 'name', 'heading', 'document_title', 'noteTitle'],
  source: ['source', 'file_name', 'filename', 'file', 'url', 'link'],
  path: ['path', 'file_path', 'filePath', 'filepath', 'relativePath', 'relative_path'],
  document: ['doc_id', 'document_id', 'ref_doc_id', 'source_id', 'noteId', 'file_id', 'file_path', 'path', 'source'],
  chunk_index: ['chunk_index', 'chunkIndex', 'chunk_id', 'chunk_number', 'split_id', 'chunk'],
  start_line: ['startLine', 'start_line'],
  end_line: ['endLine', 'end_line'],
  tags: ['tags', 'labels', 'keywords'],
  created_at: ['created_at', 'createdAt', 'creation_date', 'creationDate', 'created'],
  modified_at: [
    'modified_at',
    'modifiedAt',
    'modificationDate',
    'last_modified_date',
    'updated_at',
    'updatedAt',
    'modified',
    'last_modified',
  ],
};

export const VALUE_KINDS: Readonly<Record<FieldName, ValueKind>> = {
  text: 'text',
  title: 'name',
  source: 'name',
  path: 'name',
  document: 'name',
  chunk_index: 'number',
  start_line: 'number',
  end_line: 'number',
  user_id: 'name',
  acl: 'list',
  tags: 'list',
  created_at: 'moment',
  modified_at: 'moment',
};

/** Names that look like owners or readers. They are only pointed out: whom a row belongs to is not for us to guess. */
export const OWNER_NAMES: readonly string[] = ['user_id', 'userId', 'user', 'owner', 'owner_id', 'tenant', 'tenant_id', 'group_id', 'acl'];
