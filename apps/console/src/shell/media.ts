import { useSyncExternalStore } from 'react';

/** Whether a media query holds, now and when the window changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listen);
      return () => {
        media.removeEventListener('change', listen);
      };
    },
    () => window.matchMedia(query).matches,
  );
}
