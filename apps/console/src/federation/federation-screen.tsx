import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchRequest, type SearchAnswer } from '@tributary/contracts';
import { useMemo } from 'react';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';
import { QuestionBox } from '../parts/question-box.js';
import { useSearchParams } from '../shell/location.js';
import { Course, Contributions } from './course.js';
import { sourcesOf } from './federation-words.js';
import { HitReasons } from './hit-reasons.js';
import { LaneTable, Plan } from './plan.js';
import { WhyNotForm } from './why-not-form.js';
import './federation.css';

/** One answer that makes its reason plain. */
export function FederationScreen() {
  const [params, change] = useSearchParams();
  const request = useRequest(params);
  const { answer, error, isFetching } = useExplained(request);
  const set = (name: string, value: string) => {
    change(
      (next) => {
        next.set(name, value);
      },
      { replace: true },
    );
  };
  return (
    <div className="stack federation">
      <h1>Federation</h1>
      <Question params={params} onSet={set} />
      {error === null ? null : <Failure error={error} />}
      {answer === undefined || request === undefined ? (
        <p className="muted">{isFetching ? 'Searching …' : 'Ask a question to see how its answer comes about.'}</p>
      ) : (
        <Answered answer={answer} request={request} />
      )}
    </div>
  );
}

function Question({ params, onSet: set }: { readonly params: URLSearchParams; readonly onSet: (name: string, value: string) => void }) {
  return (
    <div className="card stack">
      <QuestionBox
        query={params.get('q') ?? ''}
        label="Question"
        onQuery={(query) => {
          set('q', query);
        }}
      />
      <div className="row controls">
        <label className="field">
          <span>Collections</span>
          <select
            value={params.get('c') ?? 'auto'}
            onChange={({ target }) => {
              set('c', target.value);
            }}
          >
            <option value="auto">auto: let their content decide</option>
            <option value="*">all</option>
          </select>
        </label>
        <label className="field">
          <span>Diversity {params.get('d') ?? '0'}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.1}
            value={params.get('d') ?? '0'}
            onChange={({ target }) => {
              set('d', target.value);
            }}
          />
        </label>
        <label className="field">
          <span>Least relevance {params.get('r') ?? '0'}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={params.get('r') ?? '0'}
            onChange={({ target }) => {
              set('r', target.value);
            }}
          />
        </label>
      </div>
    </div>
  );
}

function Answered({ answer, request }: { readonly answer: SearchAnswer; readonly request: SearchRequest }) {
  const { coverage, hits, notes, selection, course = [], took_ms: took } = answer;
  return (
    <>
      <p className="small muted" data-took="">
        {sourcesOf(hits)} in {Math.round(took)} ms.
      </p>
      {notes.length === 0 ? null : (
        <ul className="notice small">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Plan coverage={coverage} selection={selection} />
      <LaneTable coverage={coverage} />
      <Course course={course} />
      <Contributions coverage={coverage} hits={hits} />
      <HitReasons hits={hits} />
      <WhyNotForm request={request} />
    </>
  );
}

function useRequest(params: URLSearchParams): SearchRequest | undefined {
  return useMemo(() => {
    const number = (name: string) => Number(params.get(name) ?? 0);
    const asked = {
      query: params.get('q') ?? '',
      collections: [params.get('c') ?? 'auto'],
      diversity: number('d'),
      min_relevance: number('r'),
    };
    return SearchRequest.safeParse({ ...asked, explain: true }).data;
  }, [params]);
}

function useExplained(request: SearchRequest | undefined) {
  const { operations, context } = useApi();
  const { data, error, isFetching } = useQuery({
    queryKey: ['explained', request],
    enabled: request !== undefined,
    queryFn: ({ signal }) => {
      if (request === undefined) throw new Error('Nothing was asked.');
      return operations.search(request, context(signal));
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  return { answer: request === undefined ? undefined : data, error, isFetching };
}
