import { isRecord, type JsonSchema } from './published-schema.js';

/** Arguments as their sender means them, by the schema that he was shown: a field that is null is left out where null is no value of it; where no text is
 *  wanted, a text is what it is the JSON of, and one text without a comma is a list of it where texts are wanted. Everything else stays for the schema to judge. */
export function meantArguments(schema: JsonSchema, args: unknown): unknown {
  return isRecord(args) ? meantFields(schema, args) : args;
}

function meantFields({ properties, additionalProperties }: JsonSchema, fields: Readonly<Record<string, unknown>>): JsonSchema {
  const known = isRecord(properties) ? properties : {};
  // Entries and not assignment: `__proto__` stays a field, as a parser of JSON makes it.
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const isKnown = Object.hasOwn(known, name);
      const forms = formsOf(isKnown ? known[name] : additionalProperties);
      return value === null && isKnown && !takes(forms, 'null') ? [] : [[name, meant(forms, value)]];
    }),
  );
}

function meant(forms: readonly JsonSchema[], value: unknown): unknown {
  if (typeof value === 'string') return takes(forms, 'string') ? value : meantByText(forms, value);
  if (Array.isArray(value)) {
    const elements = formsOf(ofType(forms, 'array')?.['items']);
    return value.map((element: unknown) => meant(elements, element));
  }
  const form = isRecord(value) ? ofType(forms, 'object') : undefined;
  return isRecord(value) && form !== undefined ? meantFields(form, value) : value;
}

/** What a text stands for where none is wanted; itself where it is nothing that is. */
function meantByText(forms: readonly JsonSchema[], text: string): unknown {
  const value = readJson(text);
  if (forms.some(({ type }) => isOfType(value, type))) return meant(forms, value);
  const list = ofType(forms, 'array');
  // With a comma in it several may be meant: what asks for the list has it sent as one.
  const isOne = !text.includes(',');
  return isOne && list !== undefined && takes(formsOf(list['items']), 'string') ? [text] : text;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}

/** The forms a value may have; one without a type admits any. */
function formsOf(schema: unknown): readonly JsonSchema[] {
  if (!isRecord(schema)) return [{}];
  const choices = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(choices) ? choices.flatMap(formsOf) : [schema];
}

function takes(forms: readonly JsonSchema[], type: string): boolean {
  return forms.some((form) => form['type'] === undefined || form['type'] === type);
}

/** The only form of a type: among several it is not known which one is meant. */
function ofType(forms: readonly JsonSchema[], type: string): JsonSchema | undefined {
  const [form, other] = forms.filter((one) => one['type'] === type);
  return other === undefined ? form : undefined;
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
