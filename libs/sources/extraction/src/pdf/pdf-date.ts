/** A date of a PDF, `D:20260131120000+01'00'`, in ISO 8601, as much of it as it says; undefined for any other text. */
export function isoOfPdfDate(value: string | undefined): string | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?!\d)(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(value ?? '');
  if (!parts) return undefined;
  const [, year, month, day, hour, minute = '00', second = '00', sign, zoneHour = '00', zoneMinute = '00'] = parts;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second}${sign === undefined ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`}`;
}
