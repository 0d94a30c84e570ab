import { useCallback, useState } from 'react';

/** `system` follows the setting of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'tributary.theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

/** What was chosen on this machine before. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return ORDER.find((theme) => theme === stored) ?? 'system';
}

/** Sets it on the document: the style sheets look at `data-theme`. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** The theme, and what goes on to the next one. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(storedTheme);
  const next = useCallback(() => {
    const following = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system';
    localStorage.setItem(KEY, following);
    applyTheme(following);
    setTheme(following);
  }, [theme]);
  return [theme, next];
}
