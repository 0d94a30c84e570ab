import type { PointPayload } from '@tributary/contracts';
import { subjectOfName, type NamedDefinition } from '@tributary/ranking';

/** How what a definition stands in fits what a query says before its name. */
export const FIT = {
  /** All of it are types, or it stands there as it is written. */
  written: 5,
  /** All of it are types and what the passage lies in. */
  whole: 4,
  /** It lies there, but stands in a type that the query does not name. */
  beside: 3,
  /** Its path, or its project, says a part of it as a word. */
  hinted: 2,
  /** Nothing but the name is the same. */
  name: 1,
  none: 0,
} as const;

type Place = Pick<PointPayload, 'path' | 'source' | 'repo' | 'original_id'>;

/** How well a definition fits that stands in these types. What is said before a name may be types, the innermost last, and before those a file, its folders, and the project: `flask.send_file`, `walkdir::WalkDir`, `com.google.gson.stream.JsonReader`. */
export function fitWithin({ within }: Pick<NamedDefinition, 'within'>, types: readonly string[], place: Place): number {
  if (within.length === 0) return FIT.written;
  const fromTheInnermost = types.toReversed();
  const differs = within.toReversed().findIndex((part, at) => fromTheInnermost[at] !== part);
  const rest = differs < 0 ? [] : within.slice(0, within.length - differs);
  if (rest.length === 0) return FIT.written;
  const places = placesOf(place);
  if (rest.every((part) => places.has(alike(part)))) return types.length > within.length - rest.length ? FIT.beside : FIT.whole;
  const words = new Set([...places].flatMap((one) => one.split(/[_.]/u)));
  return rest.length < within.length || rest.some((part) => words.has(alike(part))) ? FIT.hinted : FIT.name;
}

/** Folders, the file without its ending, and what its project is called. */
function placesOf({ path = '', source, repo, original_id: id }: Place): ReadonlySet<string> {
  const folders = path.split(/[/\\]/u);
  const file = folders.pop() ?? '';
  const collection = subjectOfName(id.slice(0, Math.max(0, id.indexOf(':'))));
  const projects = [source, collection, ...(repo ?? '').split('/')];
  return new Set([...folders, file.replace(/\.[^.]*$/u, ''), ...projects].filter((one) => one !== '').map(alike));
}

function alike(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** What fits best, the best first: where something lies where the query says, nothing but that. */
export function bestFitting<T>(some: Iterable<T>, fitOf: (one: T) => number): { readonly fit: number; readonly best: readonly T[] } {
  const fitting = [...some].map((one) => ({ one, fit: fitOf(one) })).filter(({ fit }) => fit > FIT.none);
  const fit = Math.max(FIT.none, ...fitting.map((one) => one.fit));
  const least = fit >= FIT.beside ? fit : FIT.name;
  const best = fitting.filter((one) => one.fit >= least).sort((a, b) => b.fit - a.fit);
  return { fit, best: best.map(({ one }) => one) };
}
