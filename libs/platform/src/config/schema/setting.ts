import { z } from 'zod';

/** What the reference and the error messages say of a setting beyond its type, bounds and default. */
export interface SettingNotes {
  readonly description: string;
  /** Unit of the number: `ms`, `MB`, `jobs`. */
  readonly unit?: string;
  /** How the default is worded where it is not one fixed value. */
  readonly defaultText?: string;
  /** What a valid value looks like, for messages. */
  readonly example?: string;
  /** Never printed. */
  readonly secret?: boolean;
}

const notes = z.registry<SettingNotes>();

/** Attaches the notes to the outermost schema of a setting (after `.default()` and `.optional()`). @throws `TypeError` for a schema that has notes: two settings of one object would both be told as the later one */
export function setting<Schema extends z.ZodType>(schema: Schema, note: SettingNotes): Schema {
  if (notes.has(schema))
    throw new TypeError(
      `This schema is a setting already (${notes.get(schema)?.description ?? ''}): make another for "${note.description}"`,
    );
  notes.add(schema, note);
  return schema;
}

/** The notes of a schema, or of the schema it wraps. */
export function notesOf(schema: z.core.$ZodType): SettingNotes | undefined {
  return notes.get(schema) ?? (wrapped(schema) === undefined ? undefined : notesOf(wrapped(schema) ?? schema));
}

/** The schema inside a default, an optional or a pipe; undefined when there is none. */
export function wrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) return schema.unwrap();
  if (schema instanceof z.ZodPipe) return schema.in;
  return undefined;
}
