import type { Coverage, SearchHit, SearchStep } from '@tributary/contracts';
import { contributionsOf, effectOf, labelOf, purposeOf } from './federation-words.js';
import { Bar } from './plan.js';

/** From the candidates to the page: what each step left, dropped and moved. */
export function Course({ course }: { readonly course: readonly SearchStep[] }) {
  const most = Math.max(1, ...course.map(({ left }) => left));
  return (
    <section className="card stack" aria-labelledby="course">
      <h2 id="course">From candidates to hits</h2>
      <ol className="course">
        {course.map((step) => (
          <li key={step.step} data-step={step.step}>
            <span>
              <strong>{labelOf(step)}</strong> <span className="small muted">{purposeOf(step)}</span>
            </span>
            <span className="small number">
              {effectOf(step)}; {step.left} left
            </span>
            <Bar share={step.left / most} tone="semantic" />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What each collection brought. */
export function Contributions({ coverage, hits }: { readonly coverage: readonly Coverage[]; readonly hits: readonly SearchHit[] }) {
  const contributions = contributionsOf(coverage, hits);
  const most = Math.max(1, ...contributions.map(({ hits: count }) => count));
  return (
    <section className="card stack" aria-labelledby="contributions">
      <h2 id="contributions">Contribution of each collection</h2>
      <ul className="course">
        {contributions.map(({ collection, candidates, hits: count, relevance }) => (
          <li key={collection} data-collection={collection}>
            <strong>{collection}</strong>
            <span className="small number">
              {count} of {hits.length} hits, {candidates} candidates, relevance {relevance.toFixed(2)} together
            </span>
            <Bar share={count / most} tone="keyword" />
          </li>
        ))}
      </ul>
    </section>
  );
}
