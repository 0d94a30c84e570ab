import type { Algorithm } from '@tributary/contracts';
import { Failure } from '../parts/failure.js';
import { summarise } from '../search/coverage-words.js';
import { Highlighted } from '../search/highlighted.js';
import { wordsOfMove, type Move } from './compare.js';
import { LANES } from './playground-view.js';
import type { RankedHit } from './ranked-hit.js';
import type { Ranking } from './use-rankings.js';

interface RankingListProps {
  readonly algorithm: Algorithm;
  readonly ranking: Ranking;
  readonly query: string;
  /** Against the other list; left out: there is none. */
  readonly moves?: ReadonlyMap<string, Move>;
  readonly summary?: string | undefined;
}

const BY_TOOL = 'Documents, exactly as the tool nc_semantic_search ranks them.';
const BY_SEARCH = 'Passages, fused by rank in the search: the tool nc_semantic_search takes neither a collection nor selected points.';

/** One list, each hit with its rank and score in every lane. */
export function RankingList({
  algorithm,
  ranking: { hits, notes, error, again, isFetching, answer, isTool },
  query,
  moves,
  summary,
}: RankingListProps) {
  return (
    <section className="stack ranking" aria-label={`Ranked by ${algorithm}`} aria-busy={isFetching}>
      <div className="spread">
        <h2>{algorithm}</h2>
        <span className="small muted number">
          {answer === undefined ? '' : `${summarise(answer.coverage)}, ${Math.round(answer.took_ms).toString()} ms`}
        </span>
      </div>
      {algorithm === 'rrf' ? <p className="small muted">{isTool ? BY_TOOL : BY_SEARCH}</p> : null}
      {summary === undefined ? null : (
        <p className="small" data-summary="">
          {summary}
        </p>
      )}
      {error === null ? null : <Failure error={error} onAgain={again} />}
      {notes.map((note) => (
        <p key={note} className="notice small">
          {note}
        </p>
      ))}
      {hits.length === 0 && error === null ? (
        <p className="muted">{query === '' ? 'Type a question above.' : isFetching ? 'Searching …' : 'Nothing found.'}</p>
      ) : null}
      <ol className="stack ranked">
        {hits.map((hit, at) => (
          <Ranked key={hit.key} hit={hit} rank={at + 1} query={query} move={moves?.get(hit.key)} />
        ))}
      </ol>
    </section>
  );
}

function Ranked({
  hit,
  rank,
  query,
  move,
}: {
  readonly hit: RankedHit;
  readonly rank: number;
  readonly query: string;
  readonly move: Move | undefined;
}) {
  return (
    <li className="card ranked-hit" data-key={hit.key}>
      <div className="spread">
        <h3>
          <span className="muted number">{rank}. </span>
          <Highlighted text={hit.title} query={query} />
        </h3>
        {move === undefined ? null : <Moved move={move} />}
      </div>
      <LaneTable hit={hit} />
      <pre className="ranked-text small">
        <Highlighted text={hit.text.slice(0, 400)} query={query} />
      </pre>
      {hit.steps.length === 0 ? null : (
        <details className="small">
          <summary>How it got here</summary>
          <ul>
            {hit.steps.map(({ step, effect }) => (
              <li key={`${step} ${effect}`}>
                <strong>{step}</strong> {effect}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const ARROWS = { up: '↑', down: '↓', same: '=', new: '+' } as const;

function Moved({ move }: { readonly move: Move }) {
  const tone = move.kind === 'up' || move.kind === 'new' ? 'good' : move.kind === 'down' ? 'warn' : '';
  return (
    <span className={`chip ${tone}`}>
      <span aria-hidden="true">{ARROWS[move.kind]} </span>
      {wordsOfMove(move)}
    </span>
  );
}

/** Rank and score of every lane; a lane that did not find the hit, or was not asked, says so. */
function LaneTable({ hit: { lanes, score, collection } }: { readonly hit: RankedHit }) {
  return (
    <ul className="row small lanes">
      <li className="chip number">score {score.toFixed(3)}</li>
      {LANES.map((lane) => {
        const place = lanes[lane];
        return (
          <li key={lane} className={`chip number lane-${lane}`}>
            {lane} {place === undefined ? '–' : `#${place.rank.toString()} (${place.score.toFixed(3)})`}
          </li>
        );
      })}
      {collection === '' ? null : <li className="chip">{collection}</li>}
    </ul>
  );
}
