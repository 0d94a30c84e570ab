import { permanent, type TributaryError } from '@tributary/kernel';

/** The id people and commands use: `<queue>.<the store's own id>`. */
export function formatJobId(queue: string, own: string): string {
  return `${queue}.${own}`;
}

/** The parts of a job id. @throws `JOB.NOT_FOUND` when it is not one. */
export function parseJobId(id: string): { readonly queue: string; readonly own: string } {
  const dot = id.indexOf('.');
  if (dot < 1 || dot === id.length - 1) throw jobNotFound(id);
  return { queue: id.slice(0, dot), own: id.slice(dot + 1) };
}

export function jobNotFound(id: string): TributaryError {
  return permanent(
    'JOB.NOT_FOUND',
    `No job ${id}: finished jobs are remembered for a while only. List the known ones with \`tributary jobs\`.`,
    {
      category: 'not_found',
    },
  );
}

export function jobNotDead(id: string, state: string): TributaryError {
  return permanent('JOB.NOT_DEAD', `The job ${id} is ${state}: only a dead or cancelled one can be redriven.`, { category: 'conflict' });
}
