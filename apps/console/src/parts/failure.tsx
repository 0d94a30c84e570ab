import { hasCode, TributaryError } from '@tributary/kernel';

interface FailureProps {
  readonly error: unknown;
  /** Asks once more, offered where that may help; left out where somebody wanted something done, who does it again himself. */
  readonly onAgain?: (() => void) | undefined;
  /** Whether what failed is asked for again without anybody's doing. */
  readonly goesOn?: boolean;
}

/** An error in its own words; codes are there for whoever looks them up. */
export function Failure({ error, onAgain, goesOn = onAgain !== undefined }: FailureProps) {
  const code = error instanceof TributaryError ? error.code : undefined;
  return (
    <div className="notice bad" role="alert">
      {wordsOf(error, goesOn)} {code === undefined ? null : <code>{code}</code>}{' '}
      {onAgain === undefined || !mayPass(error) ? null : (
        <button type="button" className="small" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  );
}

function wordsOf(error: unknown, goesOn: boolean): string {
  if (!(error instanceof Error)) return 'The server could not be asked.';
  // Whoever has a browser before him may not be the one who starts servers.
  if (hasCode(error, 'SERVER.UNREACHABLE'))
    return `The server does not answer. ${goesOn ? 'This page goes on as soon as it does.' : 'Once it does, look whether this was done, and try again.'}`;
  return error.message;
}

function mayPass(error: unknown): boolean {
  return !(error instanceof TributaryError) || error.retryable;
}
