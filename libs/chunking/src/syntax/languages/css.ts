import type { LanguageSyntax } from '../language-syntax.js';

export const css: LanguageSyntax = {
  definitions: {
    rule_set: { kind: 'class', word: 'rule', name: ['>selectors'], isVerbatim: true },
    keyframes_statement: { kind: 'class', word: '@keyframes', name: ['>keyframes_name'] },
    at_rule: { kind: 'class', word: 'rule', name: ['>at_keyword'], isVerbatim: true },
  },
  leads: ['comment'],
  bodies: ['media_statement', 'supports_statement', 'block'],
};
