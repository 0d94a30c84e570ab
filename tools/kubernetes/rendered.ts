import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { findHelm, findKustomize } from './programs.mjs';

const FOLDER = fileURLToPath(new URL('../../k8s/', import.meta.url));

export const Named = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: z.looseObject({ name: z.string() }) });

/** An object of Kubernetes; its kind decides about the rest. */
export type KubernetesObject = z.infer<typeof Named>;

/** What lies at a path of keys with spaces between them, which no key has. */
export function at(value: unknown, path: string): unknown {
  const [key = '', ...rest] = path.split(' ');
  if (typeof value !== 'object' || value === null) return undefined;
  const field: unknown = Reflect.get(value, key);
  return rest.length === 0 ? field : at(field, rest.join(' '));
}

/** A copy with another value at that path, or, for undefined, with nothing there. */
export function withAt(object: KubernetesObject, path: string, value: unknown): KubernetesObject {
  const copy = structuredClone(object);
  const keys = path.split(' ');
  const last = keys.pop() ?? '';
  const parent = keys.length === 0 ? copy : at(copy, keys.join(' '));
  if (typeof parent !== 'object' || parent === null) throw new Error(`There is nothing at ${path}.`);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}

/** What each overlay of kustomize is in Helm. */
export const VARIANTS = {
  small: [],
  production: ['values-production.yaml'],
  keda: ['values-production.yaml', 'values-keda.yaml'],
} as const;

export type Variant = keyof typeof VARIANTS;

/** Renders an overlay or a component; skips the test where neither kubectl nor kustomize is here. */
export function kustomized(context: TestContext, folder: string): KubernetesObject[] {
  const build = findKustomize();
  if (build === undefined) return context.skip('neither kubectl nor kustomize is on the PATH');
  return objectsOf(once(folder, () => build(`${FOLDER}${folder}`)));
}

/** Renders a shipped overlay with components of ours. */
export function overlaid(context: TestContext, overlay: Variant, components: readonly string[]): KubernetesObject[] {
  const own = { resources: [`k8s/overlays/${overlay}`], components: components.map((name) => `k8s/components/${name}`) };
  return overlaidBy(context, { text: JSON.stringify(own), clone: 'k8s/' });
}

/** An overlay as a user writes one: its kustomization, how that writes the way to k8s/, and the files beside it. */
interface OwnOverlay {
  readonly text: string;
  readonly clone: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** Renders it in a folder of its own. */
export function overlaidBy(context: TestContext, { text, clone, files = {} }: OwnOverlay): KubernetesObject[] {
  const build = findKustomize();
  if (build === undefined) return context.skip('neither kubectl nor kustomize is on the PATH');
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tributary-overlay-'));
  const all = { ...files, 'kustomization.yaml': text.replaceAll(clone, `${relative(folder, FOLDER)}/`) };
  try {
    for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content);
    return objectsOf(build(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Renders the chart with files of values and others on top; skips the test where Helm is not here. */
export function templated(context: TestContext, files: readonly string[], others: Values = {}): KubernetesObject[] {
  const helm = findHelm();
  if (helm === undefined) return context.skip('neither helm nor its library for Python is here');
  const given = files.map((file) => Values.parse(parse(readFileSync(`${FOLDER}chart/${file}`, 'utf8'))));
  const values = [...given, others].reduce(merged, {});
  return objectsOf(once(JSON.stringify(values), () => helm.template(chartFolder(), values)));
}

export const Values = z.record(z.string(), z.unknown());
export type Values = z.infer<typeof Values>;

/** As Helm puts files of values together: maps key by key, everything else replaced. */
export function merged(below: Values, above: Values): Values {
  const entries = Object.entries(above).map(([key, value]): [string, unknown] => {
    const [low, high] = [Values.safeParse(below[key]), Values.safeParse(value)];
    return [key, low.success && high.success ? merged(low.data, high.data) : value];
  });
  return { ...below, ...Object.fromEntries(entries) };
}

const texts = new Map<string, string>();

/** Each test gets objects of its own from the same text. */
function once(key: string, render: () => string): string {
  const text = texts.get(key) ?? render();
  texts.set(key, text);
  return text;
}

const keyOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;

/** Objects by kind and name, as kustomize and Helm are to make them alike. Both roll out a changed configuration: kustomize by the name of the ConfigMap, Helm by an annotation. */
export function comparable(objects: readonly KubernetesObject[]): Record<string, unknown> {
  const text = JSON.stringify(Object.fromEntries(objects.map((object) => [keyOf(object), object])));
  const same = text.replaceAll(/tributary-config-[a-z0-9]+/g, 'tributary-config');
  const withoutSums: unknown = JSON.parse(same, (key, value: unknown) => (key === 'annotations' ? undefined : value));
  return z.record(z.string(), z.unknown()).parse(withoutSums);
}

export function chartFolder(): string {
  return `${FOLDER}chart`;
}

/** What each document of a YAML text holds. */
export function yamlDocuments(text: string): readonly unknown[] {
  // The parser's own type of what it returns comes to `any`.
  const documents: readonly { toJS(): unknown }[] = parseAllDocuments(text);
  return documents.map((document) => document.toJS());
}

function objectsOf(text: string): KubernetesObject[] {
  return yamlDocuments(text).flatMap((object) => (object === null || object === undefined ? [] : [Named.parse(object)]));
}
