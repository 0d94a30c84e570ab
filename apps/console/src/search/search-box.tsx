import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { usePaced } from '../parts/use-paced.js';

/** Whoever types is not slowed down by more searches than this apart. */
const APART_MS = 80;

interface SearchBoxProps {
  readonly query: string;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly onQuery: (query: string) => void;
  readonly onDown: () => void;
  /** Asked for by Enter, beside the question itself. */
  readonly onAgain: () => void;
}

/** The one box. It asks while one types, and at once on Enter. */
export function SearchBox({ query, box, onQuery, onDown, onAgain }: SearchBoxProps) {
  const [text, setText] = useTyped(query);
  const ask = usePaced(APART_MS, onQuery);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      ask(text, true);
      onAgain();
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onDown();
  };
  return (
    <div role="search" className="search-box">
      <label className="hidden-visually" htmlFor="query">
        Search everything
      </label>
      <input
        id="query"
        ref={box}
        type="search"
        value={text}
        placeholder="Search code, notes, documents and pages …"
        autoComplete="off"
        autoFocus
        spellCheck={false}
        aria-describedby="query-keys"
        onChange={({ target }) => {
          setText(target.value);
          ask(target.value);
        }}
        onKeyDown={press}
      />
      <span id="query-keys" className="muted small search-keys">
        <span className="elsewhere">
          <kbd>/</kbd> to search,{' '}
        </span>
        <kbd>↓</kbd> to the hits
        <span className="elsewhere">
          , <kbd>?</kbd> for all keys
        </span>
      </span>
    </div>
  );
}

/** What stands in the box: what is typed, until the address says otherwise (back, a link). */
function useTyped(query: string) {
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  if (query !== known) {
    setKnown(query);
    if (query !== text.trim()) setText(query);
  }
  useEffect(() => {
    setKnown(query);
  }, [query]);
  return [text, setText] as const;
}
