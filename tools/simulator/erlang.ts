/** Mean wait in the queue of M/M/c, in units of the mean service time (Erlang C). `load` is arrivals per service time, below `servers`. */
export function erlangWait(servers: number, load: number): number {
  let blocking = 1;
  for (let n = 1; n <= servers; n++) blocking = (load * blocking) / (n + load * blocking);
  const waiting = (servers * blocking) / (servers - load * (1 - blocking));
  return waiting / (servers - load);
}
