import { hasCode, TributaryError } from '@tributary/kernel';

/** An error in its own words; codes are there for whoever looks them up. @param onAgain asks once more, offered where that may help */
export function Failure({ error, onAgain }: { readonly error: unknown; readonly onAgain?: (() => void) | undefined }) {
  const code = error instanceof TributaryError ? error.code : undefined;
  return (
    <div className="notice bad" role="alert">
      {wordsOf(error)} {code === undefined ? null : <code>{code}</code>}{' '}
      {onAgain === undefined || !mayPass(error) ? null : (
        <button type="button" className="small" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The server could not be asked.';
  // Whoever has a browser before him may not be the one who starts servers.
  if (hasCode(error, 'SERVER.UNREACHABLE')) return 'The server does not answer. This page goes on as soon as it does.';
  return error.message;
}

function mayPass(error: unknown): boolean {
  return !(error instanceof TributaryError) || error.retryable;
}
