import { useQuery } from '@tanstack/react-query';
import type { FetchAnswer } from '@tributary/contracts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { CopyButton } from '../parts/copy-button.js';
import { Failure } from '../parts/failure.js';
import { Highlighted } from './highlighted.js';
import { documentOf } from './place.js';

const SOME_TOKENS = 20_000;
const MOST_TOKENS = 200_000;

interface DocumentPanelProps {
  /** Address of the passage. */
  readonly uri: string;
  readonly query: string;
  readonly onClose: () => void;
}

/** The whole document beside the hits, opened at the passage. */
export function DocumentPanel({ uri, query, onClose }: DocumentPanelProps) {
  const [tokens, setTokens] = useState(SOME_TOKENS);
  const document = useFetched(documentOf(uri), tokens);
  const passage = useFetched(uri, SOME_TOKENS);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, [uri]);
  return (
    <aside className="panel card" aria-label="Document" tabIndex={-1} ref={panel}>
      <div className="spread panel-head">
        <div>
          <h2>{document.data?.title ?? 'Document'}</h2>
          <p className="small muted">
            <code>{document.data?.path ?? documentOf(uri)}</code>
          </p>
        </div>
        <div className="row">
          {document.data === undefined ? null : <CopyButton text={document.data.content} label="Copy the document" />}
          <button type="button" className="quiet" aria-label="Close the document" onClick={onClose}>
            ✕
          </button>
        </div>
      </div>
      {document.error === null ? null : <Failure error={document.error} />}
      {document.isPending ? <p className="muted">Loading …</p> : null}
      {document.data === undefined || passage.isPending ? null : (
        <DocumentText document={document.data} passage={passage.data} query={query} />
      )}
      {document.data?.truncated === true && tokens < MOST_TOKENS ? (
        <button
          type="button"
          onClick={() => {
            setTokens(MOST_TOKENS);
          }}
        >
          Show the rest
        </button>
      ) : null}
    </aside>
  );
}

function useFetched(uri: string, tokens: number) {
  const { operations, context } = useApi();
  return useQuery({
    queryKey: ['document', uri, tokens],
    queryFn: ({ signal }) => operations.fetch({ uri, token_budget: tokens }, context(signal)),
    staleTime: 30_000,
  });
}

interface DocumentTextProps {
  readonly document: FetchAnswer;
  readonly passage: FetchAnswer | undefined;
  readonly query: string;
}

/** Its text in three pieces: before the passage, the passage, after it. */
function DocumentText({ document, passage, query }: DocumentTextProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [before, within, after] = pieces(document, passage);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, [document.uri, within]);
  return (
    <pre className="text panel-text" tabIndex={0} aria-label="Text of the document">
      {before}
      <span className="passage" ref={place}>
        <Highlighted text={within} query={query} />
      </span>
      {after}
    </pre>
  );
}

function pieces({ content }: FetchAnswer, passage: FetchAnswer | undefined): readonly [string, string, string] {
  if (passage === undefined) return [content, '', ''];
  const { range } = passage;
  if (range !== undefined) {
    const lines = content.split('\n');
    const [from, to] = [range.start[0] - 1, range.end[0]];
    const join = (part: readonly string[]) => part.map((line) => `${line}\n`).join('');
    if (to <= lines.length) return [join(lines.slice(0, from)), join(lines.slice(from, to)), lines.slice(to).join('\n')];
  }
  const at = content.indexOf(passage.content);
  if (at < 0) return [content, '', ''];
  return [content.slice(0, at), passage.content, content.slice(at + passage.content.length)];
}
