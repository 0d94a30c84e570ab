/** Field that an unknown one is meant to be, as far as the two differ by case and punctuation alone: `user_id` for `userId`. */
function meantField(unknown: string, fields: readonly string[]): string | undefined {
  const letters = lettersOf(unknown);
  return fields.find((field) => lettersOf(field) === letters);
}

/** Why a document with fields that nobody knows is not taken, and what to write instead. */
export function refusedFields(unknown: readonly string[], fields: readonly string[]): string {
  const told = unknown.slice(0, 5).map((name) => {
    const meant = meantField(name, fields);
    return `${JSON.stringify(name.slice(0, 60))}${meant === undefined ? '' : ` (do you mean ${meant}?)`}`;
  });
  const more = unknown.length - told.length;
  const rest = more > 0 ? ` and ${more.toString()} more` : '';
  return `Unknown ${unknown.length === 1 ? 'field' : 'fields'} ${told.join(', ')}${rest}: put fields of your own into metadata; those of a document are ${fields.join(', ')}.`;
}

/** Who may read a document: left out, or as metadata, these would restrict nothing. */
const RESTRICTING = ['user_id', 'acl'];

/** Names that are no field of ours and are meant to say who may read a document, such as `userId`. */
export function miswrittenAccess(names: readonly string[]): readonly string[] {
  return names.filter((name) => !RESTRICTING.includes(name) && meantField(name, RESTRICTING) !== undefined);
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
