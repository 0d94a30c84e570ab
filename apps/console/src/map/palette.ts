import { useSyncExternalStore } from 'react';

/** Colours of the drawing, as `#rrggbb`. */
export interface Palette {
  readonly point: string;
  readonly neighbour: string;
  readonly hit: string;
  readonly query: string;
  readonly chosen: string;
}

/** The colours of the theme, now and when it changes. */
export function usePalette(): Palette {
  const text = useSyncExternalStore(subscribe, readColours);
  const [point = '#808080', neighbour = point, hit = point, query = point, chosen = point] = text.split(' ');
  return { point, neighbour, hit, query, chosen };
}

function subscribe(listen: () => void): () => void {
  const observer = new MutationObserver(listen);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const media = window.matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', listen);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', listen);
  };
}

function readColours(): string {
  const style = getComputedStyle(document.documentElement);
  return ['--line-strong', '--warn', '--accent', '--bad', '--lane-fuzzy'].map((name) => style.getPropertyValue(name).trim()).join(' ');
}
