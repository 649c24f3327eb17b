import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

export const ROOT = join(import.meta.dirname, '..')

/** A file of ours; `path` is relative to the repository, with `/`. */
export type SourceFile = { path: string; text: string }

/** `names`: what is imported; undefined where it may be everything. */
export type Import = { specifier: string; type_only: boolean; names?: string[] }
export type FunctionSpan = { name: string; line: number; lines: number }
/** `values`: those of the exported names that are there when the program runs. */
export type Parsed = { imports: Import[]; functions: FunctionSpan[]; exports: string[]; values: string[] }

/** Everything that git tracks or would track, read as text; `extensions` without dot. */
export const readSources = (extensions: readonly string[]): SourceFile[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => extensions.some((extension) => path.endsWith(`.${extension}`)))
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

export const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /(^|\/)(test|fixtures)\//.test(path) || path.startsWith('e2e/')

/** Imports (of types too), functions and exported names of a TypeScript file; throws when it does not parse. */
export const parse = ({ path, text }: SourceFile): Parsed => {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineOf = lineCounter(text)
  const functions: FunctionSpan[] = []
  const imports: Import[] = []
  const names = new Map<number, string>()
  const span = (node: { start: number; end: number; id?: { name: string } | null }) => {
    const line = lineOf(node.start)
    const name = node.id?.name ?? names.get(node.start) ?? 'a function'
    functions.push({ name, line, lines: lineOf(node.end) - line + 1 })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') names.set(init.start, id.name)
    },
    FunctionDeclaration: span,
    FunctionExpression: span,
    ArrowFunctionExpression: span,
    TSImportType({ source }) {
      imports.push({ specifier: source.value, type_only: true })
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal') imports.push({ specifier: String(source.value), type_only: false })
    },
  }).visit(program)
  for (const one of module.staticImports) {
    const type_only = one.entries.length > 0 && one.entries.every((entry) => entry.isType)
    const named = one.entries.flatMap(({ importName }) =>
      importName.kind === 'Default' ? ['default'] : importName.name ? [importName.name] : ['*'],
    )
    imports.push({ specifier: one.moduleRequest.value, type_only, names: named })
  }
  const entries = module.staticExports.flatMap((one) => one.entries)
  for (const { moduleRequest, isType, importName } of entries) {
    const names = importName.name ? [importName.name] : ['*']
    if (moduleRequest) imports.push({ specifier: moduleRequest.value, type_only: isType, names })
  }
  const exports = entries.flatMap(({ exportName }) => (exportName.name ? [exportName.name] : []))
  const values = entries.flatMap(({ exportName, isType }) =>
    exportName.name && !isType ? [exportName.name] : [],
  )
  return { imports, functions, exports, values }
}

const lineCounter = (text: string) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)]
  return (offset: number) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Prints the findings of a check and ends the program with 1 when there are any. */
export const report = (check: string, findings: readonly string[]) => {
  for (const finding of findings) console.error(finding)
  console.log(findings.length === 0 ? `${check}: clean` : `${check}: ${findings.length} to mend`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
