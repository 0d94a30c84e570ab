/** The first of `name`, `name-2`, `name-3`, … that is not taken. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${name}-${n.toString()}`;
  return free;
}
