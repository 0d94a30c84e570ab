/** How people shorten the names of languages, where documents carry the whole name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['golang', 'go'],
  ['kt', 'kotlin'],
  ['rb', 'ruby'],
  ['cs', 'csharp'],
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['sh', 'shell'],
  ['bash', 'shell'],
  ['md', 'markdown'],
  ['yml', 'yaml'],
]);

/** The name of a language as documents carry it: small, and written out. */
export function languageName(written: string): string {
  const small = written.toLowerCase();
  return NAMES.get(small) ?? small;
}
