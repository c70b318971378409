// Compiles the project of a `tsconfig.json` with the TypeScript of users, and checks the declarations of our packages in full. What
// `skipLibCheck: false` adds to that is the checking of other people's declarations, which takes four times as long as ours.
import { resolve } from "node:path";

import ts from "typescript";

const FOREIGN = /\/typescript\/lib\/|\/node_modules\/(?!@signalbox\/)/;

const [configFile = ""] = process.argv.slice(2);
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report };

function report(diagnostic: ts.Diagnostic): void {
  process.stdout.write(
    ts.formatDiagnostic(diagnostic, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => "\n",
    }),
  );
  process.exitCode = 1;
}

const config = ts.getParsedCommandLineOfConfigFile(resolve(configFile), {}, host);
if (config !== undefined) {
  const program = ts.createProgram(config.fileNames, config.options);
  const ours = program.getSourceFiles().filter(({ fileName }) => !FOREIGN.test(fileName));
  const found = [
    ...config.errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...ours.flatMap((file) => program.getSemanticDiagnostics(file)),
    // Emitted together they would all be checked first.
    ...config.fileNames.flatMap((name) => program.emit(program.getSourceFile(name)).diagnostics),
  ];
  for (const diagnostic of found) report(diagnostic);
}
