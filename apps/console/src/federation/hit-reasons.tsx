import type { SearchHit } from '@tributary/contracts';
import { CopyButton } from '../parts/copy-button.js';
import { Link } from '../shell/link.js';

/** What the judge saw of each hit, and what the steps behind it did. */
export function HitReasons({ hits, query }: { readonly hits: readonly SearchHit[]; readonly query: string }) {
  return (
    <section className="card stack" aria-labelledby="reasons">
      <h2 id="reasons">Hits, and what the judge saw</h2>
      <ol className="stack">
        {hits.map((hit, at) => (
          <Reason key={hit.uri} hit={hit} rank={at + 1} query={query} />
        ))}
      </ol>
    </section>
  );
}

function Reason({
  hit: { heading, title, collection, relevance, explanation, uri },
  rank,
  query,
}: {
  readonly hit: SearchHit;
  readonly rank: number;
  readonly query: string;
}) {
  const { lanes = {}, judge = {}, steps = [] } = explanation ?? {};
  return (
    <li className="reason">
      <div className="spread">
        <strong>
          <span className="muted number">{rank}. </span>
          <Link href={`/?${new URLSearchParams({ q: query, open: uri }).toString()}`}>{heading ?? title}</Link>
        </strong>
        <span className="row small">
          <span className="chip">{collection}</span>
          <span className="chip number">relevance {relevance.toFixed(3)}</span>
        </span>
      </div>
      <p className="row small">
        {Object.entries(lanes).map(([lane, { rank: place, score }]) => (
          <span key={lane} className="chip number">
            {lane} #{place} ({score.toFixed(3)})
          </span>
        ))}
      </p>
      <p className="small">{steps.map(({ step, effect }) => `${step} ${effect}`).join('; ')}</p>
      <details className="small">
        <summary>Signals of the judge</summary>
        <dl className="signals">
          {Object.entries(judge).map(([name, value]) => (
            <div key={name}>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd className="number">{value.toFixed(3)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p className="row small">
        <code className="muted">{uri}</code>
        <CopyButton text={uri} label="Copy address of the passage">
          Copy address
        </CopyButton>
      </p>
    </li>
  );
}
