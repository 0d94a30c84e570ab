import { useState } from 'react';
import { usePaced } from './use-paced.js';

/** What it asks for is more than one search. */
const APART_MS = 150;

/** A field for a question: asks while one types, and at once on Enter. */
export function QuestionBox({
  query,
  label,
  onQuery,
  onAgain,
}: {
  readonly query: string;
  readonly label: string;
  readonly onQuery: (query: string) => void;
  /** Asked for by Enter, beside the question itself. */
  readonly onAgain: () => void;
}) {
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  if (query !== known) {
    setKnown(query);
    if (query !== text.trim()) setText(query);
  }
  const ask = usePaced(APART_MS, (value: string) => {
    onQuery(value.trim());
  });
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="search"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
          ask(target.value);
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Enter') return;
          ask(text, true);
          onAgain();
        }}
      />
    </label>
  );
}
