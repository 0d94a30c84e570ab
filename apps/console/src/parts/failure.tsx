import { TributaryError } from '@tributary/kernel';

/** An error in its own words; codes are there for whoever looks them up. */
export function Failure({ error }: { readonly error: unknown }) {
  const code = error instanceof TributaryError ? error.code : undefined;
  return (
    <div className="notice bad" role="alert">
      {error instanceof Error ? error.message : 'The server could not be asked.'} {code === undefined ? null : <code>{code}</code>}
    </div>
  );
}
