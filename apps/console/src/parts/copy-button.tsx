import { useEffect, useState } from 'react';
import { copyText } from './copy-text.js';

const SAID_MS = 1500;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for who does not see the button’s place. */
  readonly label: string;
  readonly children?: string;
}

/** Puts a text on the clipboard and says for a moment whether it was taken. */
export function CopyButton({ text, label, children = 'Copy' }: CopyButtonProps) {
  const [isTaken, setIsTaken] = useState<boolean>();
  useEffect(() => {
    if (isTaken === undefined) return;
    const timer = setTimeout(() => {
      setIsTaken(undefined);
    }, SAID_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isTaken]);
  const copy = async () => {
    setIsTaken(await copyText(text));
  };
  const said = isTaken === undefined ? undefined : isTaken ? 'Copied' : 'Not copied: select it instead';
  return (
    <button
      type="button"
      className="quiet small"
      aria-label={said === undefined ? label : `${label}: ${said.toLowerCase()}`}
      onClick={() => void copy()}
    >
      {said ?? children}
    </button>
  );
}
