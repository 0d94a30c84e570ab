import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';
import { AdminNote } from '../session/admin-note.js';
import { AddSource } from './add-source.js';
import { JobList } from './job-list.js';
import { SourceCard } from './source-card.js';
import './sources.css';

const LOOK_MS = 3000;

/** Where documents come from, and the work under way. */
export function SourcesScreen() {
  const { operations, context } = useApi();
  const { data, error } = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => operations.listSources(context(signal)),
    refetchInterval: LOOK_MS,
  });
  const { data: collections } = useQuery({
    queryKey: ['collections'],
    queryFn: ({ signal }) => operations.listCollections(context(signal)),
    refetchInterval: LOOK_MS,
  });
  const present = new Set(collections?.map(({ name }) => name));
  return (
    <div className="stack">
      <h1>Sources and jobs</h1>
      <AddSource />
      {error === null ? null : <Failure error={error} goesOn />}
      {data === undefined && error === null ? <p className="muted">Asking the server …</p> : null}
      {data?.length === 0 ? <p className="muted">There is no source yet: name a folder or an address above.</p> : null}
      <ul className="stack" aria-label="Sources">
        {(data ?? []).map((source) => (
          <SourceCard key={source.id} source={source} present={present} />
        ))}
      </ul>
      <AdminNote actions="Removing a source, deleting what is gone of it, redriving and cancelling a job" />
      <JobList sources={data ?? []} />
    </div>
  );
}
