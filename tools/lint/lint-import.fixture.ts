// Lints one import in a file that does not exist, as the workspace's configuration has it, and prints the messages: lint-import.fixture.ts FILE PACKAGE
import { ESLint } from 'eslint';

const [filePath = '', imported = ''] = process.argv.slice(2);
const [result] = await new ESLint().lintText(`import '${imported}';\n`, { filePath });
console.log(JSON.stringify(result?.messages.map(({ ruleId, message }) => `${ruleId ?? 'none'}: ${message}`)));
