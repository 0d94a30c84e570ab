import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { parseRequest, SearchRequest, type SearchAnswer } from '@tributary/contracts';
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
  const asked = useAsked(params);
  const { answer, error, isFetching, isOld, again } = useExplained(asked.request);
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
      <Question params={params} onSet={set} onAgain={again} />
      {error === null && asked.refusal === null ? null : <Failure error={error ?? asked.refusal} onAgain={again} />}
      {answer === undefined || asked.request === undefined ? (
        <Unanswered isFetching={isFetching} isRefused={asked.refusal !== null} />
      ) : (
        <Answered answer={answer} request={asked.request} isOld={isOld} />
      )}
    </div>
  );
}

function Unanswered({ isFetching, isRefused }: { readonly isFetching: boolean; readonly isRefused: boolean }) {
  if (isRefused) return null;
  return <p className="muted">{isFetching ? 'Searching …' : 'Ask a question to see how its answer comes about.'}</p>;
}

interface QuestionProps {
  readonly params: URLSearchParams;
  readonly onSet: (name: string, value: string) => void;
  readonly onAgain: () => void;
}

function Question({ params, onSet: set, onAgain }: QuestionProps) {
  return (
    <div className="card stack">
      <QuestionBox
        query={params.get('q') ?? ''}
        label="Question"
        onQuery={(query) => {
          set('q', query);
        }}
        onAgain={onAgain}
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

interface AnsweredProps {
  readonly answer: SearchAnswer;
  readonly request: SearchRequest;
  /** True while the answer is that to the question before. */
  readonly isOld: boolean;
}

function Answered({ answer, request, isOld }: AnsweredProps) {
  const { coverage, hits, notes, selection, course = [], took_ms: took } = answer;
  return (
    <div className={isOld ? 'stack is-before' : 'stack'} aria-busy={isOld}>
      <p role="status" className="small muted" data-took="">
        {isOld ? 'Searching …' : `${sourcesOf(hits)} in ${Math.round(took).toString()} ms.`}
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
      <HitReasons hits={hits} query={request.query} />
      <WhyNotForm request={request} />
    </div>
  );
}

interface Asked {
  readonly request: SearchRequest | undefined;
  /** Why nothing is asked; null where nothing is to be. */
  readonly refusal: unknown;
}

function useAsked(params: URLSearchParams): Asked {
  return useMemo(() => {
    const query = params.get('q') ?? '';
    if (query.trim() === '') return { request: undefined, refusal: null };
    const number = (name: string) => Number(params.get(name) ?? 0);
    const collections = [params.get('c') ?? 'auto'];
    try {
      const asked = { query, collections, diversity: number('d'), min_relevance: number('r'), explain: true };
      return { request: parseRequest(SearchRequest, asked), refusal: null };
    } catch (refusal) {
      return { request: undefined, refusal };
    }
  }, [params]);
}

function useExplained(request: SearchRequest | undefined) {
  const { operations, context } = useApi();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['explained', request],
    queryFn: request === undefined ? skipToken : ({ signal }) => operations.search(request, context(signal)),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const again = () => {
    if (error !== null) void refetch();
  };
  return { answer: request === undefined ? undefined : data, error, isFetching, isOld: isPlaceholderData && isFetching, again };
}
