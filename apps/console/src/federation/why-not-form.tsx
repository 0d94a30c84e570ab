import { useMutation } from '@tanstack/react-query';
import type { SearchRequest, WhyNotAnswer } from '@tributary/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';

interface Asked {
  readonly request: SearchRequest;
  readonly uri: string;
}

/** Asks why a document is not in this answer, or is. */
export function WhyNotForm({ request }: { readonly request: SearchRequest }) {
  const { operations, context } = useApi();
  const [uri, setUri] = useState('');
  const { mutate, variables, data, error, isPending } = useMutation({
    mutationFn: (asked: Asked) => operations.whyNot({ ...asked.request, uri: asked.uri }, context(new AbortController().signal)),
  });
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    if (uri.trim() !== '') mutate({ request, uri: uri.trim() });
  };
  // A verdict on another question says nothing of this one.
  const isOfThis = variables?.request === request;
  return (
    <section className="card stack" aria-labelledby="why-not">
      <h2 id="why-not">Why is a document not there?</h2>
      <form className="row" onSubmit={ask}>
        <label className="field grow">
          <span>Address of the document, as a hit shows it</span>
          <input
            value={uri}
            placeholder="tributary://collection/document"
            spellCheck={false}
            onChange={({ target }) => {
              setUri(target.value);
            }}
          />
        </label>
        <button type="submit" className="primary" disabled={isPending}>
          Why?
        </button>
      </form>
      {error === null || !isOfThis ? null : <Failure error={error} />}
      <div aria-live="polite">{data === undefined || !isOfThis ? null : <Verdict answer={data} />}</div>
    </section>
  );
}

function Verdict({ answer: { verdict, stage, explanation, details } }: { readonly answer: WhyNotAnswer }) {
  return (
    <div className="stack" data-verdict={verdict}>
      <p className="row">
        <span className={verdict === 'shown' ? 'chip good' : 'chip warn'}>{verdict.replaceAll('_', ' ')}</span>
        <span className="small muted">found out at: {stage}</span>
      </p>
      <ul>
        {explanation.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {details.judged === undefined ? null : (
        <p className="small number">
          Judged: place {details.judged.rank}, relevance {details.judged.relevance.toFixed(3)}
        </p>
      )}
      {details.last_shown === undefined ? null : (
        <p className="small number">
          Last hit shown: place {details.last_shown.rank}, relevance {details.last_shown.relevance.toFixed(3)},{' '}
          <code>{details.last_shown.uri}</code>
        </p>
      )}
    </div>
  );
}
