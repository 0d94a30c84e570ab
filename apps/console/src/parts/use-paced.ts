import { useEffect, useRef } from 'react';

/** Passes on what changes while somebody types or moves: the first at once, the next no sooner than `apartMs` after the one before. What came last always
 *  arrives. @returns takes the next value, and whether it may not wait */
export function usePaced<T>(apartMs: number, pass: (value: T) => void): (value: T, isUrgent?: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const passedAt = useRef(-Infinity);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  return (value, isUrgent = false) => {
    clearTimeout(timer.current);
    const waitMs = isUrgent ? 0 : passedAt.current + apartMs - performance.now();
    const passNow = () => {
      passedAt.current = performance.now();
      pass(value);
    };
    if (waitMs <= 0) passNow();
    else timer.current = setTimeout(passNow, waitMs);
  };
}
