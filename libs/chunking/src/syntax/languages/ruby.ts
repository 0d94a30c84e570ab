import type { LanguageSyntax } from '../language-syntax.js';

export const ruby: LanguageSyntax = {
  definitions: {
    module: { kind: 'module' },
    class: { kind: 'class' },
    method: { kind: 'function' },
    singleton_method: { kind: 'function' },
  },
  leads: ['comment'],
  // `private def total` is a call that is given a method.
  wrappers: ['call', 'argument_list'],
  bodies: ['body_statement', 'singleton_class', 'do_block'],
};
