import { useState } from 'react';

/** Takes a token by hand. */
export function TokenForm({ isBusy, onToken }: { readonly isBusy: boolean; readonly onToken: (token: string) => void }) {
  const [token, setToken] = useState('');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onToken(token.trim());
      }}
    >
      <label className="field">
        <span>Token</span>
        <input
          type="password"
          autoComplete="off"
          value={token}
          onChange={({ target }) => {
            setToken(target.value);
          }}
        />
      </label>
      <div className="row">
        <button type="submit" className="primary" disabled={token.trim() === '' || isBusy}>
          Sign in
        </button>
      </div>
    </form>
  );
}
