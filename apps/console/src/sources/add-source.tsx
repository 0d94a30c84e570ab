import { SourceInput, type IngestAnswer } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { SignInHint } from '../session/sign-in-hint.js';
import { useSession } from '../session/use-session.js';

/** A folder, a file or an address, as one would type it. */
export function AddSource() {
  const [location, setLocation] = useState('');
  const [collection, setCollection] = useState('');
  const [isWatched, setIsWatched] = useState(true);
  const add = useAction((operations, input: SourceInput, context) => operations.addSource(input, context));
  const isWeb = /^https?:\/\//i.test(location.trim());
  const submit = () => {
    const input = SourceInput.parse({
      location: location.trim(),
      trusted_path: true,
      ...(collection.trim() === '' ? {} : { collection: collection.trim() }),
      ...(isWeb || !isWatched ? {} : { watch: true }),
    });
    add.mutate(input, {
      onSuccess: () => {
        setLocation('');
        setCollection('');
      },
    });
  };
  return (
    <form
      className="card add-source"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Folder, file or address on the server"
        value={location}
        onChange={setLocation}
        placeholder="/home/me/notes or https://…"
      />
      <Field
        label="Collection (left out: named after it)"
        value={collection}
        onChange={setCollection}
        placeholder="notes"
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
      />
      <label className="choice">
        <input
          type="checkbox"
          checked={isWatched && !isWeb}
          disabled={isWeb}
          onChange={({ target }) => {
            setIsWatched(target.checked);
          }}
        />
        Watch for changes
      </label>
      <button type="submit" className="primary" disabled={location.trim() === '' || add.isPending}>
        {add.isPending ? 'Adding …' : 'Add'}
      </button>
      <WhatGuestsAdd />
      <Outcome error={add.error} answer={add.isPending ? undefined : add.data} />
    </form>
  );
}

/** Refusals speak of settings: a guest at the console has another way. */
function WhatGuestsAdd() {
  const { data } = useSession();
  if (data?.caller === undefined || data.signed_in) return null;
  return (
    <p className="muted small">
      A guest adds web addresses, and folders that the server allows to all.
      <SignInHint to="add any other folder" />
    </p>
  );
}

function Outcome({ error, answer }: { readonly error: unknown; readonly answer: IngestAnswer | undefined }) {
  if (error !== null) return <Failure error={error} />;
  if (answer === undefined) return null;
  const { location, collections } = answer.source;
  // Of a folder's two, one may stay empty and is then not made.
  const into = collections.length === 1 ? ` into ${collections.join('')}` : '';
  return (
    <p role="status" className="small">
      {location} is being indexed{into}.
    </p>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly pattern?: string;
}

function Field({ label, value, onChange, ...rest }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        {...rest}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </label>
  );
}
