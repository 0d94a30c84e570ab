import { JobSummary } from '@tributary/contracts';
import { z } from 'zod';

type Jobs = readonly JobSummary[];

interface SharedJobs {
  /** What is followed: tabs that follow the same share one stream. */
  readonly topic: string;
  /** Follows it at the server. */
  readonly open: (signal: AbortSignal) => AsyncIterable<Jobs>;
  readonly onJobs: (jobs: Jobs) => void;
  /** Ends the following. */
  readonly signal: AbortSignal;
}

const Message = z.union([z.object({ jobs: z.array(JobSummary) }), z.object({ wanted: z.literal(true) })]);
type Message = z.infer<typeof Message>;

/** Follows the jobs with one stream for all tabs of a browser, which opens no more than six connections to a server: whichever tab holds the lock has
 *  the stream and tells the others. When it is closed, or fails, the next one takes over. */
export async function followShared(shared: SharedJobs): Promise<void> {
  const { open, onJobs, signal } = shared;
  // A page that came without TLS from another machine has no locks.
  if (!('locks' in navigator)) return passOn(open(signal), onJobs);
  try {
    await followByTurns(shared);
  } catch (error) {
    // Where the browser keeps nothing for the site, each tab follows by itself.
    if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error;
    await passOn(open(signal), onJobs);
  }
}

async function followByTurns({ topic, open, onJobs, signal }: SharedJobs): Promise<void> {
  const channel = new BroadcastChannel(topic);
  const tell = (message: Message) => {
    channel.postMessage(message);
  };
  let latest: JobSummary[] | undefined;
  let isTelling = false;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data).data;
    if (message === undefined) return;
    if ('jobs' in message) onJobs(message.jobs);
    else if (isTelling && latest !== undefined) tell({ jobs: latest });
  };
  tell({ wanted: true });
  try {
    await navigator.locks.request(topic, { signal }, async () => {
      isTelling = true;
      await passOn(open(signal), (jobs) => {
        latest = [...jobs];
        onJobs(jobs);
        tell({ jobs: latest });
      });
    });
  } finally {
    channel.close();
  }
}

async function passOn(stream: AsyncIterable<Jobs>, onJobs: (jobs: Jobs) => void): Promise<void> {
  for await (const jobs of stream) onJobs(jobs);
}
