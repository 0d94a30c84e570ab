import { useEffect, useRef, useState } from 'react';

/** Typing has stopped after so long. */
const PAUSE_MS = 120;

/** A field for a question: asks when typing stops, and at once on Enter. */
export function QuestionBox({
  query,
  label,
  onQuery,
}: {
  readonly query: string;
  readonly label: string;
  readonly onQuery: (query: string) => void;
}) {
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  if (query !== known) {
    setKnown(query);
    if (query !== text.trim()) setText(query);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const ask = (value: string, pauseMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onQuery(value.trim());
    }, pauseMs);
  };
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
          ask(target.value, PAUSE_MS);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') ask(text, 0);
        }}
      />
    </label>
  );
}
