import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.js';
import { useIsOwner, useSession } from '../session/use-session.js';
import { clientsOf, DIALECTS } from './clients.js';
import { RecentCalls } from './recent-calls.js';
import './assistants.css';

/** How assistants are connected, and what they asked lately. */
export function AssistantsScreen() {
  const [dialect, setDialect] = useState('');
  const address = `${window.location.origin}/mcp${dialect === '' ? '' : `/${dialect}`}`;
  const isOwner = useIsOwner();
  const needsToken = useSession().data?.needs_token === true;
  return (
    <div className="stack">
      <h1>Assistants</h1>
      <div className="card spread">
        <p>
          MCP at <code>{address}</code> <CopyButton text={address} label="Copy the MCP address" />
        </p>
        <label className="row small">
          <span className="muted">Tools</span>
          <select
            value={dialect}
            onChange={({ target }) => {
              setDialect(target.value);
            }}
          >
            {DIALECTS.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {needsToken && (
        <p className="small">
          This server asks for a token: write the assistant’s own in place of <code>&lt;token&gt;</code>. It is one of those that are
          configured under <code>access.tokens</code>, with the scopes it is to have.
        </p>
      )}
      <ul className="clients">
        {clientsOf(address, { needsToken }).map(({ name, where, text }) => (
          <li key={name} className="card stack client">
            <div className="spread">
              <h2>{name}</h2>
              <CopyButton text={text} label={`Copy for ${name}`} />
            </div>
            <p className="small muted">{where}</p>
            <pre className="text" tabIndex={0} aria-label={`For ${name}`}>
              {text}
            </pre>
          </li>
        ))}
      </ul>
      {isOwner ? (
        <RecentCalls />
      ) : (
        <p className="muted small">The owner sees here what assistants asked lately, where the setting mcp.kept_calls keeps that.</p>
      )}
    </div>
  );
}
