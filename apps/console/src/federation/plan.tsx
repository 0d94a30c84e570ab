import type { CollectionChoice, Coverage, Lane, SearchAnswer } from '@tributary/contracts';
import { wordsOf } from '../search/coverage-words.js';
import { reasonOf } from './federation-words.js';

/** Which collections were asked, which were not, and why. */
export function Plan({
  coverage,
  selection,
}: {
  readonly coverage: readonly Coverage[];
  readonly selection: SearchAnswer['selection'] | undefined;
}) {
  return (
    <section className="card stack" aria-labelledby="plan">
      <h2 id="plan">Plan</h2>
      {selection === undefined ? (
        <ul className="small">
          {coverage.map(({ collection, engine, status, reason }) => (
            <li key={`${engine}/${collection}`}>
              <strong>{collection}</strong> on {engine}: {wordsOf(status)}
              {reason === undefined ? '' : `, ${reason}`}
            </li>
          ))}
        </ul>
      ) : (
        <div className="halves">
          <Choices title="Asked" choices={selection.asked} />
          <Choices title="Left out" choices={selection.left_out} />
        </div>
      )}
    </section>
  );
}

function Choices({ title, choices }: { readonly title: string; readonly choices: readonly CollectionChoice[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {choices.length === 0 ? <p className="muted small">none</p> : null}
      <ul className="small">
        {choices.map((choice) => (
          <li key={choice.collection}>
            <strong>{choice.collection}</strong>: {reasonOf(choice)}
            {choice.score === undefined ? null : (
              <span className="muted number">
                {' '}
                (score {choice.score.toFixed(2)}
                {choice.topic === undefined ? '' : `, topic ${choice.topic.toFixed(2)}`})
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const LANES: readonly Lane[] = ['semantic', 'keyword', 'fuzzy'];

/** Candidates and time of each lane of each collection; bars beside the numbers, which say the same. */
export function LaneTable({ coverage }: { readonly coverage: readonly Coverage[] }) {
  const asked = coverage.filter(({ lanes }) => LANES.some((lane) => lanes[lane] !== undefined));
  const longest = Math.max(1, ...asked.flatMap(({ lanes }) => LANES.map((lane) => lanes[lane]?.ms ?? 0)));
  return (
    <section className="card stack" aria-labelledby="lanes">
      <h2 id="lanes">Lanes</h2>
      <div className="table-scroll" tabIndex={0} role="group" aria-labelledby="lanes">
        <table>
          <thead>
            <tr>
              <th scope="col">Collection</th>
              {LANES.map((lane) => (
                <th key={lane} scope="col">
                  {lane}
                </th>
              ))}
              <th scope="col" className="number">
                whole
              </th>
            </tr>
          </thead>
          <tbody>
            {asked.map(({ collection, engine, lanes, ms, status }) => (
              <tr key={`${engine}/${collection}`}>
                <th scope="row">
                  {collection}
                  <br />
                  <span className="small">{wordsOf(status)}</span>
                </th>
                {LANES.map((lane) => (
                  <td key={lane}>
                    <LaneCell lane={lane} one={lanes[lane]} longest={longest} />
                  </td>
                ))}
                <td className="number">{ms.toFixed(1)} ms</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function LaneCell({ lane, one, longest }: { readonly lane: Lane; readonly one: Coverage['lanes'][Lane]; readonly longest: number }) {
  if (one === undefined) return <span className="muted">not asked</span>;
  return (
    <>
      <span className="number small">
        {one.status === 'searched' ? `${one.candidates.toString()} in ${one.ms.toFixed(1)} ms` : `${wordsOf(one.status)} ${one.code ?? ''}`}
      </span>
      <Bar share={one.ms / longest} tone={lane} />
    </>
  );
}

/** A length beside a number that says the same. */
export function Bar({ share, tone }: { readonly share: number; readonly tone: string }) {
  return (
    <svg className={`bar bar-${tone}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(0, Math.min(1, share)) * 100} height="4" rx="1" />
    </svg>
  );
}
