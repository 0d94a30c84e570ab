/** The reason of what is left out because it says nothing. */
export const NO_TEXT = 'no-text';

/** Whether a text says nothing. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
