const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds since the epoch of an ISO 8601 date or date and time; without a zone it is UTC. Undefined for anything else. */
export function parseMoment(text: string): number | undefined {
  const [, date, time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (date === undefined) return undefined;
  const ms = Date.parse(`${date}T${time}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms;
}
