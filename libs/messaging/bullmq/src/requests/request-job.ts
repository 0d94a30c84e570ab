/** A request’s job: its id says who asked and which of his questions it is, its name how many milliseconds are left. */
export function requestJob(caller: string, question: number, remainingMs: number): { readonly id: string; readonly name: string } {
  return { id: `${caller}-${question.toString()}`, name: Math.max(0, Math.ceil(remainingMs)).toString() };
}

export function readRequestJob(
  id: string,
  name: string,
): { readonly caller: string; readonly question: number; readonly remainingMs: number } {
  const dash = id.lastIndexOf('-');
  return { caller: id.slice(0, dash), question: Number(id.slice(dash + 1)), remainingMs: Number(name) };
}
