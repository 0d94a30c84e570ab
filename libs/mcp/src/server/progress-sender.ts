import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../tools/tool.js';

/** Sends progress to a client that asked for it; the protocol wants each value greater than the one before. */
export function progressSender(request: ServerContext['mcpReq']): ((progress: Progress) => Promise<void>) | undefined {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return async ({ done, total, message }) => {
    if (done <= last) return;
    last = done;
    const params = {
      progressToken,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // A client that is gone needs no progress; its call ends by the signal.
    await request.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
