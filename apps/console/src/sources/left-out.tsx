import type { SourceSummary } from '@tributary/contracts';
import { count } from '../parts/time.js';

/** How many files of a source are left out, and which, as far as they are known by name. */
export function LeftOut({ source: { skipped, last_sync: last } }: { readonly source: SourceSummary }) {
  const left = Object.entries(skipped).filter(([, files]) => files > 0);
  if (left.length === 0) return null;
  const sentence = `Left out: ${left.map(([why, files]) => `${count(files)} ${inWords(why)}`).join(', ')}.`;
  const named = left.flatMap(([why, files]) => {
    const names = last?.examples[why] ?? [];
    return names.length === 0 ? [] : [{ why, files, names }];
  });
  if (named.length === 0) return <p className="small muted">{sentence}</p>;
  return (
    <details className="small muted">
      <summary>{sentence}</summary>
      <dl>
        {named.map(({ why, files, names }) => (
          <div key={why}>
            <dt>
              {inWords(why)}
              {names.length < files ? `, ${count(names.length)} of ${count(files)}` : ''}
            </dt>
            {names.map((name) => (
              <dd key={name}>
                <code>{name}</code>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function inWords(why: string): string {
  return why.replaceAll(/[-_]/g, ' ');
}
