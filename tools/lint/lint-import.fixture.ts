// Lints one import in a file that does not exist, as the workspace's configuration has it, and prints the messages: lint-import.fixture.ts FILE PACKAGE
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const [filePath = '', imported = ''] = process.argv.slice(2);
// What is not on the disk has no types; the boundaries go by the graph of the projects.
const withoutTypes = { ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'], languageOptions: { parserOptions: { project: null } } };
const [result] = await new ESLint({ overrideConfig: [withoutTypes] }).lintText(`import '${imported}';\n`, { filePath });
console.log(JSON.stringify(result?.messages.map(({ ruleId, message }) => `${ruleId ?? 'none'}: ${message}`)));
