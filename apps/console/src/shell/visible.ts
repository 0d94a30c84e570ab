import { useSyncExternalStore } from 'react';

/** Whether somebody may be looking: false for a tab behind another one. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(
    (listen) => {
      document.addEventListener('visibilitychange', listen);
      return () => {
        document.removeEventListener('visibilitychange', listen);
      };
    },
    () => document.visibilityState === 'visible',
  );
}
