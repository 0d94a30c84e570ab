/** BullMQ’s prefix for a queue; the braces put all keys of one queue into one slot of a cluster. */
export function bullmqPrefix(prefix: string, queue: string): string {
  return `{${prefix}:${queue}}`;
}

/** Where a key of a queue lies, BullMQ’s own (`wait`, `de:<dedup id>`, a job’s id) and ours. */
export function queueKey(prefix: string, queue: string, key: string): string {
  return `${bullmqPrefix(prefix, queue)}:${queue}:${key}`;
}

/** Names of all queues that were ever used with this prefix. */
export function queueNamesKey(prefix: string): string {
  return `${prefix}:queues`;
}

/** Where a calling process hears its answers. */
export function replyChannel(prefix: string, caller: string): string {
  return `${prefix}:reply:${caller}`;
}

/** Where every consuming process hears of cancelled jobs; a message is the job’s id. */
export function cancelChannel(prefix: string): string {
  return `${prefix}:cancel`;
}

/** Where an answerer that rests hears that something was asked. */
export function wakeChannel(prefix: string, answerer: string): string {
  return `${prefix}:wake:${answerer}`;
}
