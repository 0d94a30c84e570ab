import { fileURLToPath } from 'node:url';
import { describeReranker } from '@tributary/reranking-port/conformance';
import { TransformersReranker } from './transformers-reranker.js';

const pathOf = (folder: string) => fileURLToPath(new URL(`../fixtures/${folder}`, import.meta.url));

describeReranker('A cross-encoder of one number', () => new TransformersReranker({ name: 'cross', path: pathOf('one-class') }));
describeReranker('A cross-encoder of two classes', () => new TransformersReranker({ name: 'cross', path: pathOf('two-classes') }));
