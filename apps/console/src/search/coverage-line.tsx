import type { Coverage } from '@tributary/contracts';
import { isWhole, summarise, wordsOf } from './coverage-words.js';

interface CoverageLineProps {
  readonly coverage: readonly Coverage[];
  readonly tookMs: number;
}

/** What was searched and what was not, always in sight; the reasons unfold. */
export function CoverageLine({ coverage, tookMs }: CoverageLineProps) {
  return (
    <details className="coverage small">
      <summary>
        <span className={isWhole(coverage) ? 'chip good' : 'chip warn'}>{summarise(coverage)}</span>{' '}
        <span className="muted number">{Math.round(tookMs)} ms</span>
      </summary>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Collection</th>
              <th scope="col">Engine</th>
              <th scope="col">What happened</th>
              <th scope="col" className="number">
                Candidates
              </th>
              <th scope="col" className="number">
                ms
              </th>
            </tr>
          </thead>
          <tbody>
            {coverage.map((one) => (
              <Row key={`${one.engine}/${one.collection}`} one={one} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ one: { collection, engine, status, reason, code, candidates, ms } }: { readonly one: Coverage }) {
  return (
    <tr>
      <th scope="row">{collection}</th>
      <td>{engine}</td>
      <td>
        {wordsOf(status)}
        {reason === undefined ? '' : `: ${reason}`} {code === undefined ? null : <code>{code}</code>}
      </td>
      <td className="number">{candidates}</td>
      <td className="number">{Math.round(ms)}</td>
    </tr>
  );
}
