import { useEffect, type RefObject } from 'react';

interface Keys {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly onHelp: () => void;
  readonly onEscape: () => void;
}

/** The keys of the search screen, wherever the focus is; what is typed into a field stays the field’s. */
export function useKeys({ box, onHelp, onEscape }: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
      if (event.key === 'Escape') {
        // A field for a search would be emptied by it, and the question be gone.
        event.preventDefault();
        onEscape();
      }
      if (isTyping(event.target)) return;
      const handled = handle(event.key);
      if (handled) event.preventDefault();
    };
    const handle = (key: string): boolean => {
      if (key === '/') box.current?.focus();
      else if (key === '?') onHelp();
      else if (key.startsWith('Arrow') && isInDocument(document.activeElement)) return false;
      else if (key === 'ArrowDown' || key === 'ArrowUp') moveToHit(key === 'ArrowDown' ? 1 : -1, box.current);
      else if (key === 'c') copyHit();
      else if (key === 'Enter' && isHit(document.activeElement)) document.activeElement?.querySelector('a')?.click();
      else return false;
      return true;
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [box, onHelp, onEscape]);
}

/** Moves the focus among the hits, and above the first back to the box. */
export function moveToHit(step: 1 | -1, box: HTMLInputElement | null): void {
  const hits = [...document.querySelectorAll<HTMLElement>('[data-hit]')];
  const current = hits.findIndex((hit) => hit.contains(document.activeElement));
  const next = current + step;
  if (current >= 0 && next < 0) box?.focus();
  else {
    const hit = hits[Math.min(Math.max(next, 0), hits.length - 1)];
    hit?.focus();
    hit?.scrollIntoView({ block: 'nearest' });
  }
}

/** By its button, which says whether it was taken. */
function copyHit(): void {
  document.activeElement?.closest('[data-hit]')?.querySelector<HTMLElement>('[data-copies-passage] button')?.click();
}

/** There arrows scroll. */
function isInDocument(element: Element | null): boolean {
  return element !== null && element.closest('.panel') !== null;
}

function isHit(element: Element | null): boolean {
  return element instanceof HTMLElement && 'hit' in element.dataset;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
