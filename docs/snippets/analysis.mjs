import { Analysis, findingsOf, openProject, rules } from 'eslint-plugin-agent-safety/analysis';

const { program, problems, isOwn } = openProject(process.argv[2] ?? '.');
// What could not be read, a sentence each: without it a result is not complete.
for (const problem of problems) console.error(problem);

const analysis = new Analysis(program);
for (const file of program.getSourceFiles().filter(isOwn)) {
  for (const rule of Object.values(rules)) {
    for (const { rule: name, message, node } of findingsOf(rule, file, analysis)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      console.log(`${file.fileName}:${line + 1} ${name}: ${message}`);
    }
  }
}
