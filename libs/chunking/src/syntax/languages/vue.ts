import type { LanguageSyntax } from '../language-syntax.js';

export const vue: LanguageSyntax = {
  definitions: {
    template_element: { kind: 'module', word: 'element', fixedName: 'template' },
    script_element: { kind: 'module', word: 'element', fixedName: 'script' },
    style_element: { kind: 'module', word: 'element', fixedName: 'style' },
  },
  leads: ['comment'],
  embedded: { script_element: 'typescript', style_element: 'css' },
};
