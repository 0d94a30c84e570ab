import type { PointFeatures } from '../../index.js';
import { featuresOf } from './analysis.js';
import { COMMON_DIMENSION } from './sample-document.js';
import { vectorOf } from './vectors.js';

/** How the sample documents were analysed and by which common model, for engines that have to do it again. */
export const sampleAnalysis = {
  analyse: ({ heading, content }: { readonly heading: string; readonly content: string }): Omit<PointFeatures, 'common'> =>
    featuresOf(content, heading),
  common: {
    embed: (texts: readonly string[]): Promise<readonly Float32Array[]> =>
      Promise.resolve(texts.map((text) => vectorOf(text, COMMON_DIMENSION))),
  },
};
