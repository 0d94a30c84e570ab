// A lint rule: whoever switches a rule off says why, after `--`.

const SUPPRESSION = /^\s*(eslint|oxlint)-(disable|enable)/;
const TYPESCRIPT_SUPPRESSION = /^\s*@ts-(ignore|nocheck)/;

/** @type {import('eslint').Rule.RuleModule} */
export const requireReason = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Say after `--` why the rule is switched off here.', typescript: 'Use @ts-expect-error with a reason.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const { value, loc } = comment;
          if (!loc) continue;
          if (TYPESCRIPT_SUPPRESSION.test(value)) context.report({ loc, messageId: 'typescript' });
          if (SUPPRESSION.test(value) && !/^\s*(eslint|oxlint)-enable/.test(value) && !/--\s*\S/.test(value))
            context.report({ loc, messageId: 'missing' });
        }
      },
    };
  },
};
