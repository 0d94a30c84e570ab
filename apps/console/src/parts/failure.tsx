import { TributaryError } from '@tributary/kernel';

/** An error in its own words; codes are there for whoever looks them up. @param onAgain asks once more, offered where that may help */
export function Failure({ error, onAgain }: { readonly error: unknown; readonly onAgain?: (() => void) | undefined }) {
  const code = error instanceof TributaryError ? error.code : undefined;
  return (
    <div className="notice bad" role="alert">
      {error instanceof Error ? error.message : 'The server could not be asked.'} {code === undefined ? null : <code>{code}</code>}{' '}
      {onAgain === undefined || !mayPass(error) ? null : (
        <button type="button" className="small" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  );
}

function mayPass(error: unknown): boolean {
  return !(error instanceof TributaryError) || error.retryable;
}
