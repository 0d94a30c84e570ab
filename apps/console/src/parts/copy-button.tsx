import { useEffect, useState } from 'react';

const SAID_MS = 1500;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for who does not see the button’s place. */
  readonly label: string;
  readonly children?: string;
}

/** Puts a text on the clipboard and says so for a moment. */
export function CopyButton({ text, label, children = 'Copy' }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => {
      setIsCopied(false);
    }, SAID_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <button type="button" className="quiet small" aria-label={isCopied ? `${label}: copied` : label} onClick={() => void copy()}>
      {isCopied ? 'Copied' : children}
    </button>
  );
}
