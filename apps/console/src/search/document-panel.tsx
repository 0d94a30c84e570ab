import { skipToken, useQuery } from '@tanstack/react-query';
import type { FetchAnswer, FetchInput } from '@tributary/contracts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { CopyButton } from '../parts/copy-button.js';
import { Failure } from '../parts/failure.js';
import { Highlighted } from './highlighted.js';
import { CloseButton, PanelFrame } from './panel-frame.js';
import { documentOf } from './place.js';

const SOME_TOKENS = 20_000;
const MOST_TOKENS = 200_000;
/** Lines shown before a passage that the beginning of its document does not reach. */
const LINES_BEFORE = 30;

interface DocumentPanelProps {
  /** Address of the passage. */
  readonly uri: string;
  readonly query: string;
  readonly onClose: () => void;
}

/** The whole document beside the hits, opened at the passage. */
export function DocumentPanel({ uri, query, onClose }: DocumentPanelProps) {
  const [tokens, setTokens] = useState(SOME_TOKENS);
  const { document, passage, shown, isPending } = useOpened(uri, tokens);
  const firstLine = shown?.range?.start[0] ?? 1;
  const isPart = shown !== undefined && (shown.truncated || shown !== document.data);
  return (
    <PanelFrame onClose={onClose}>
      <div className="spread panel-head">
        <div>
          <h2>{document.data?.title ?? 'Document'}</h2>
          <p className="small muted">
            <code>{document.data?.path ?? documentOf(uri)}</code>
          </p>
        </div>
        <div className="row">
          {shown === undefined ? null : <CopyButton text={shown.content} label={isPart ? 'Copy what is shown' : 'Copy the document'} />}
          <CloseButton onClose={onClose} />
        </div>
      </div>
      {document.error === null ? null : <Failure error={document.error} onAgain={() => void document.refetch()} />}
      {isPending ? <p className="muted">Loading …</p> : null}
      {shown === undefined || shown === document.data ? null : (
        <p className="small muted">
          The document is long:{' '}
          {shown === passage ? 'only the passage is shown' : `what is before line ${firstLine.toString()} is left out`}.
        </p>
      )}
      {shown === undefined ? null : <DocumentText document={shown} passage={passage} query={query} />}
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
    </PanelFrame>
  );
}

/** The document from its beginning, as far as the budget reaches. `shown` is what holds the passage: that, else the lines around the passage, else the passage alone. */
function useOpened(uri: string, tokens: number) {
  const document = useFetched({ uri: documentOf(uri), token_budget: tokens });
  const passage = useFetched({ uri, token_budget: SOME_TOKENS });
  const start = passage.data?.range?.start[0];
  const isFar = document.data !== undefined && passage.data !== undefined && !reaches(document.data, passage.data);
  const around = useFetched(
    isFar && start !== undefined
      ? { uri: documentOf(uri), token_budget: tokens, start_line: Math.max(1, start - LINES_BEFORE) }
      : undefined,
  );
  const isPending = document.isPending || passage.isPending || (isFar && around.isLoading);
  const near = passage.data !== undefined && around.data !== undefined && reaches(around.data, passage.data) ? around.data : passage.data;
  const shown = isPending ? undefined : isFar ? near : document.data;
  return { document, passage: passage.data, shown, isPending };
}

function useFetched(input: FetchInput | undefined) {
  const { operations, context } = useApi();
  return useQuery({
    queryKey: ['document', input],
    queryFn: input === undefined ? skipToken : ({ signal }) => operations.fetch(input, context(signal)),
    staleTime: 30_000,
  });
}

/** Whether the text goes on to the end of the passage; what was not cut does. */
function reaches({ truncated, range, content }: FetchAnswer, passage: FetchAnswer): boolean {
  if (!truncated) return true;
  if (range === undefined || passage.range === undefined) return content.includes(passage.content);
  return passage.range.end[0] < range.end[0];
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

function pieces({ content, range: place }: FetchAnswer, passage: FetchAnswer | undefined): readonly [string, string, string] {
  if (passage === undefined) return [content, '', ''];
  const { range } = passage;
  if (range !== undefined) {
    const lines = content.split('\n');
    // A document that begins with blank lines begins at a later one.
    const above = (place?.start[0] ?? 1) - 1;
    const [from, to] = [range.start[0] - 1 - above, range.end[0] - above];
    const join = (part: readonly string[]) => part.map((line) => `${line}\n`).join('');
    if (from >= 0 && to <= lines.length) return [join(lines.slice(0, from)), join(lines.slice(from, to)), lines.slice(to).join('\n')];
  }
  const at = content.indexOf(passage.content);
  if (at < 0) return [content, '', ''];
  return [content.slice(0, at), passage.content, content.slice(at + passage.content.length)];
}
