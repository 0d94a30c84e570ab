import type { SourceSummary } from '@tributary/contracts';
import { counted, oneLine } from '@tributary/mcp/text';

/** Files named for each reason; `--json` has more. */
const MOST_NAMES = 3;

type Failure = NonNullable<SourceSummary['failures']>[number];

/** What was chosen for a source, what its last sync did, what was left out of it, and what failed; one line each. */
export function syncSentences(source: SourceSummary): readonly string[] {
  const { last_sync: last, failures = [], failed } = source;
  const left = leftOutSentence(source, { examples: true });
  const chosen = chosenSentence(source);
  const more = failed - failures.length;
  return [
    ...(chosen === undefined ? [] : [chosen]),
    ...(last === undefined ? [] : [lastSentence(last)]),
    ...(left === undefined ? [] : [left]),
    ...failures.map(failureSentence),
    ...(failures.length > 0 && more > 0 ? [`… and ${counted(more, 'further failed document')}.`] : []),
  ];
}

/** `leaves out private/, *.log; is not to be watched`. @returns undefined where nothing was chosen */
function chosenSentence({ ignore, watch, watched, mask_secrets: isMasked }: SourceSummary): string | undefined {
  const chosen = [
    ...(ignore === undefined ? [] : [`leaves out ${ignore.map((pattern) => oneLine(pattern, 60)).join(', ')}`]),
    ...(watch === undefined ? [] : [watchSentence({ watch, watched })]),
    ...(isMasked === undefined ? [] : [isMasked ? 'masks secrets' : 'leaves secrets as they stand']),
  ];
  return chosen.length === 0 ? undefined : chosen.join('; ');
}

function watchSentence({ watch, watched }: Pick<SourceSummary, 'watch' | 'watched'>): string {
  if (watch !== true) return 'is not to be watched';
  return watched === undefined ? 'is to be watched' : 'is watched';
}

/** `skipped 12 binary (a.png, b.png, …), 1 too large`. @returns undefined where nothing was left out */
export function leftOutSentence(
  { skipped, last_sync: last }: SourceSummary,
  { examples = false }: { readonly examples?: boolean } = {},
): string | undefined {
  const left = Object.entries(skipped).filter(([, n]) => n > 0);
  if (left.length === 0) return undefined;
  return `skipped ${left.map(([reason, n]) => reasonSentence({ reason, n, names: examples ? (last?.examples[reason] ?? []) : [] })).join(', ')}`;
}

/** `1 page that another source keeps` */
export function sharedSentence(shared: number): string {
  return `${counted(shared, 'page')} that another source keeps`;
}

/** `failed notes/a.md: DOCUMENT.TOO_LARGE: …` */
export function failureSentence({ document, code, message }: Failure): string {
  return `failed ${oneLine(document, 120)}: ${code}: ${oneLine(message, 200)}`;
}

function reasonSentence({ reason, n, names }: { readonly reason: string; readonly n: number; readonly names: readonly string[] }): string {
  const some = names.slice(0, MOST_NAMES).map((name) => oneLine(name, 60));
  const shown = some.length === 0 ? '' : ` (${some.join(', ')}${n > some.length ? ', …' : ''})`;
  return `${n.toLocaleString('en-US')} ${reason.replaceAll('_', ' ')}${shown}`;
}

function lastSentence({
  added,
  changed,
  deleted,
  unchanged,
  shared = 0,
  skipped,
  is_part: isPart,
  finished_at: at,
}: NonNullable<SourceSummary['last_sync']>) {
  const counts = { added, changed, deleted, unchanged };
  const told = Object.entries(counts).map(([what, n]) => `${n.toLocaleString('en-US')} ${what}`);
  const left = isPart
    ? Object.entries(skipped).map(([reason, n]) => `${n.toLocaleString('en-US')} skipped: ${reason.replaceAll('_', ' ')}`)
    : [];
  return `last sync ${at}${isPart ? ' (what had changed only)' : ''}: ${[...told, ...(shared === 0 ? [] : [sharedSentence(shared)]), ...left].join(', ')}`;
}
