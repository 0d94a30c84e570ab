/** Puts a text on the clipboard. @returns whether it was taken; a page that may not, or that came without TLS, cannot */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
