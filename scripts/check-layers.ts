/** Enforces the table of scripts/layers.ts. The TypeScript parser reads the files: comments and strings do not fool it. */
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import ts from "typescript";
import { conclude, isMain, ROOT, sourceFiles } from "./files.ts";
import type { Layer } from "./layers.ts";
import { LAYERS, WORLDLY } from "./layers.ts";

/** One thing in one file that the table forbids. Lines count from 1. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

interface Import {
  readonly node: ts.Node;
  /** Undefined when it is computed. */
  readonly specifier: string | undefined;
  readonly typeOnly: boolean;
}

/** Every violation under `root`, which holds src/ and mod.ts. */
export function checkLayers(root: string): readonly Violation[] {
  const files = [...sourceFiles(root, "src"), ...["mod.ts"].filter((file) => existsSync(join(root, file)))];
  // Neither libraries nor other files are loaded: a name that is not declared in the file itself is a global.
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    { noLib: true, noResolve: true, types: [], allowImportingTsExtensions: true, noEmit: true },
  );
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(join(root, file));
    if (source === undefined) throw new Error(`${file} could not be read`);
    return checkFile(file, source, checker);
  });
}

function checkFile(file: string, source: ts.SourceFile, checker: ts.TypeChecker): readonly Violation[] {
  const at = (node: ts.Node, message: string): Violation => ({
    file,
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    message,
  });
  const name = layerOf(file);
  const layer = LAYERS[name];
  if (layer === undefined) {
    return [at(source, `src/${name} is in no row of scripts/layers.ts: give it one`)];
  }
  const found: Violation[] = [];
  for (const one of importsOf(source)) {
    const message = forbidden(file, name, layer, one);
    if (message !== undefined) found.push(at(one.node, message));
  }
  if (isPure(file, name, layer)) {
    for (const { node, what } of worldly(source, checker)) {
      found.push(at(node, `${what} reaches the world; ${name} is pure: let it enter as a value`));
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** `src/engine/plan.ts` is in engine, `src/suite.ts` in suite, `mod.ts` in mod, `compiled/x/y.js` in compiled. */
function layerOf(file: string): string {
  const [top = "", next] = file.split("/");
  if (top === "src" && next !== undefined) return stem(next);
  return stem(top);
}

function stem(name: string): string {
  return name.replace(/\.[a-z]+$/, "");
}

function isPure(file: string, name: string, layer: Layer): boolean {
  if (layer.pure === undefined || layer.pure === true) return layer.pure ?? false;
  return layer.pure.includes(stem(file.slice(`src/${name}/`.length)));
}

function forbidden(file: string, name: string, layer: Layer, one: Import): string | undefined {
  const { specifier, typeOnly } = one;
  if (specifier === undefined) return `${name} imports what it computes: no bundler and no check can follow that`;
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) {
    return layer.node === true
      ? undefined
      : `${name} may not import ${specifier}: node: is for wire, runtime, launcher`;
  }
  if (!specifier.startsWith(".")) {
    const found = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    return layer.packages?.includes(found) ? undefined : `${name} may not import the package ${found}`;
  }
  const target = posix.join(posix.dirname(file), specifier);
  const other = layerOf(target);
  if (target.startsWith("..")) return `${specifier} leaves the project`;
  if (layer.apart === true && other === name) {
    // What lies beside mod.ts, in no area, is a helper that all may use.
    const helper = target.split("/").length === 3 && target !== `src/${name}/mod.ts`;
    const generated = file === `src/${name}/mod.ts`;
    return generated || helper ? undefined : `one of ${name} may not import another: ${specifier}`;
  }
  if (layer.imports.includes(other)) return undefined;
  if (layer.typesOnly?.includes(other)) {
    return typeOnly ? undefined : `${name} may import ${other} by \`import type\` only: ${specifier}`;
  }
  return `${name} may not import ${other}: ${specifier}`;
}

/** Static, dynamic, re-exporting, type and CommonJS imports. */
function importsOf(source: ts.SourceFile): readonly Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier === undefined) return;
    found.push({ node, specifier: ts.isStringLiteralLike(specifier) ? specifier.text : undefined, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true);
    } else if (ts.isCallExpression(node) && isImportCall(node)) {
      add(node, node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isImportCall(node: ts.CallExpression): boolean {
  const callee = node.expression;
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

/** Uses of globals that a pure module may not have. Types are no uses. */
function worldly(source: ts.SourceFile, checker: ts.TypeChecker): readonly { node: ts.Node; what: string }[] {
  const found: { node: ts.Node; what: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
      found.push({ node, what: "import.meta" });
    } else if (ts.isIdentifier(node) && isUse(node) && isGlobal(node, checker)) {
      const what = worldlyUse(node);
      if (what !== undefined) found.push({ node, what });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** False for the names of members, labels and declarations: they are not read from the scope. */
function isUse(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isPropertyAssignment(parent) || ts.isEnumMember(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  return (
    !(ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isAccessor(parent)) ||
    parent.name !== node
  );
}

function isGlobal(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol?.declarations === undefined || symbol.declarations.length === 0;
}

/** What a use of a global is called in a message; undefined when a pure module may have it. */
function worldlyUse(node: ts.Identifier): string | undefined {
  const parent = node.parent;
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
  switch (node.text) {
    case "Date": {
      // What a moment is called may be computed; which moment it is now may not.
      const parses = member === "parse" || member === "UTC";
      const made = ts.isNewExpression(parent) && (parent.arguments?.length ?? 0) > 0;
      return parses || made || isInstanceOf(node) ? undefined : member === "now" ? "Date.now" : "Date without a moment";
    }
    case "Math":
      return member !== undefined && member !== "random" ? undefined : "Math.random";
    case "AbortSignal":
      return member === "timeout" ? "AbortSignal.timeout" : undefined;
    default:
      return WORLDLY.has(node.text) ? node.text : undefined;
  }
}

function isInstanceOf(node: ts.Identifier): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}

if (isMain(import.meta.url)) {
  const found = checkLayers(ROOT);
  conclude(
    "layers",
    found.map(({ file, line, message }) => `${file}:${line} ${message}`),
    "every import and every global is where it belongs",
  );
}
