import { z } from 'zod';
import { defaultOf } from './expectation.js';
import { notesOf, setting, wrapped } from './setting.js';

/** What stands at a place of the configuration, seen by its keys. */
export type Shape =
  | { readonly kind: 'section'; readonly fields: ReadonlyMap<string, z.core.$ZodType> }
  | { readonly kind: 'map'; readonly value: z.core.$ZodType }
  | { readonly kind: 'value'; readonly schema: z.core.$ZodType };

/** Reads the shape of a schema; alternatives of a union count as one section with the fields of all. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const inner = wrapped(schema);
  if (inner !== undefined) return shapeOf(inner);
  if (schema instanceof z.ZodObject) return { kind: 'section', fields: new Map(Object.entries<z.core.$ZodType>(schema.shape)) };
  if (schema instanceof z.ZodRecord) return { kind: 'map', value: schema.valueType };
  if (schema instanceof z.ZodDiscriminatedUnion) return { kind: 'section', fields: fieldsOfAll(schema.options) };
  return { kind: 'value', schema };
}

/** Fields of all alternatives; one that differs between them (the `type` that tells them apart) is any of its forms. */
function fieldsOfAll(options: readonly z.core.$ZodType[]): ReadonlyMap<string, z.core.$ZodType> {
  const forms = new Map<string, Set<z.core.$ZodType>>();
  for (const option of options) {
    const shape = shapeOf(option);
    if (shape.kind === 'section') for (const [key, field] of shape.fields) forms.set(key, (forms.get(key) ?? new Set()).add(field));
  }
  return new Map([...forms].map(([key, distinct]) => [key, anyOf([...distinct])]));
}

function anyOf(forms: readonly z.core.$ZodType[]): z.core.$ZodType {
  const [first, ...rest] = forms;
  if (first !== undefined && rest.length === 0) return first;
  const notes = forms.flatMap((form) => notesOf(form) ?? []);
  const description = [...new Set(notes.map((note) => note.description))].join(' ');
  const [fallback, ...others] = new Set(forms.map(defaultOf));
  const defaultText = others.length === 0 && fallback !== undefined ? { defaultText: fallback } : {};
  return setting(z.union(forms), { ...notes[0], ...defaultText, description });
}

/** The schema at a path of code keys; undefined when the path leads nowhere. */
export function schemaAt(root: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return root;
  const shape = shapeOf(root);
  if (shape.kind === 'map') return schemaAt(shape.value, rest);
  const field = shape.kind === 'section' ? shape.fields.get(String(key)) : undefined;
  return field && schemaAt(field, rest);
}
