import type { LanguageSyntax } from '../language-syntax.js';

export const python: LanguageSyntax = {
  definitions: { function_definition: { kind: 'function' }, class_definition: { kind: 'class' } },
  leads: ['comment'],
  wrappers: ['decorated_definition'],
  bodies: ['block'],
};
