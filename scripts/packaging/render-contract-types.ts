// The types of the wire as plain declarations: the client library has no dependencies, so its types may not have any either.
// Types that are computed from schemas are written out as what they come to.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type TypeScript from "../../proof/hosts/node_modules/typescript/lib/typescript.js";

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = join(ROOT, "packages/contracts/src/index.ts");

type Compiler = typeof TypeScript;

/** The compiler whose interface can be called; the one that builds the project has none. */
async function loadCompiler(): Promise<Compiler> {
  const file = join(ROOT, "proof/hosts/node_modules/typescript/lib/typescript.js");
  if (!existsSync(file))
    throw new Error("The tools are not installed yet. Run `npm run ts -- scripts/install-hosts.ts` once.");
  const loaded = (await import(pathToFileURL(file).href)) as { default: Compiler };
  return loaded.default;
}

/** Sources whose types are no part of the wire: settings of the service, the grammar of names. */
const APART = /\/contracts\/src\/(?:config\/|model-name\.ts$)/;

/** Text of a declarations file. */
export async function renderContractTypes(): Promise<string> {
  const ts = await loadCompiler();
  const base = ts.readConfigFile(join(ROOT, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { compilerOptions } = base.config as { compilerOptions: unknown };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, ROOT);
  const program = ts.createProgram([ENTRY], options);
  const checker = program.getTypeChecker();
  const entry = program.getSourceFile(ENTRY);
  const module = entry === undefined ? undefined : checker.getSymbolAtLocation(entry);
  if (module === undefined) throw new Error("The contracts have no entry point.");
  const { Alias } = ts.SymbolFlags;
  const symbols = checker
    .getExportsOfModule(module)
    .map((symbol) => ((symbol.flags & Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)));
  const texts = symbols.flatMap((symbol) => renderDeclaration(ts, checker, symbol) ?? []);
  return `// The types of the wire, written out. Generated; the source is the contracts of the service.\n${texts.join("\n")}\n`;
}

function renderDeclaration(
  ts: Compiler,
  checker: TypeScript.TypeChecker,
  symbol: TypeScript.Symbol,
): string | undefined {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || APART.test(declaration.getSourceFile().fileName)) return undefined;
  if (ts.isInterfaceDeclaration(declaration)) return declaration.getText();
  if (!ts.isTypeAliasDeclaration(declaration)) return undefined;
  if (declaration.typeParameters !== undefined) return declaration.getText();
  const { NoTruncation, InTypeAlias, MultilineObjectLiterals, UseStructuralFallback } = ts.TypeFormatFlags;
  const format = NoTruncation | InTypeAlias | MultilineObjectLiterals | UseStructuralFallback;
  const type = checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), undefined, format);
  return `export type ${symbol.name} = ${type};`;
}
