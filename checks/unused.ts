import { posix } from 'node:path'
import { except, NEEDLESS_EXPORTS } from './exceptions.ts'
import { resolve } from './floors.ts'
import { parse, readSources, report, type SourceFile } from './source.ts'

/** What is found by its name: tests, configuration, declarations. */
const FOUND_BY_NAME = /\.test\.tsx?$|\.config\.ts$|\.d\.ts$|(?:^|\/)fixtures\//
const ALL = '*'
/** A program's path in a text of its own, in a call that starts it, in an address beside `import.meta.url`. */
const QUOTED = /(?<!\b(?:from|import|import\() ?)['"`]([^'"`\n]*\.tsx?)\b/g

/**
 * What stands there, or is exported, for nobody: a reader would take it for needed. A file that no other imports is a
 * program where some text names its path (package.json, a call that starts it, its own first line); `texts` are those.
 */
export const unusedFindings = (files: readonly SourceFile[], texts: readonly SourceFile[] = []): string[] => {
  const parsed = files.map((file) => ({ ...file, ...parse(file) }))
  const used = namesUsed(parsed)
  // What is tolerated is named there, and not started.
  const started = new Set(
    [...texts, ...files].filter(({ path }) => path !== 'checks/exceptions.ts').flatMap(namedPaths),
  )
  return parsed.flatMap(({ path, text, exports, values }) => {
    if (FOUND_BY_NAME.test(path) || started.has(lastTwo(path))) return []
    const names = used.get(path)
    if (!names) return [`${path} is imported by nobody`]
    if (names.has(ALL)) return []
    const unasked = [...new Set(exports)].filter((name) => !names.has(name))
    const dead = unasked.filter((name) => !isNamedTwice(text, name))
    // A type of what others get is told to whoever reads them, also where nobody names it.
    const own = unasked.filter((name) => !dead.includes(name) && values.includes(name))
    return [
      ...dead.map((name) => `${path}: ${name} is used by nobody`),
      ...own.map((name) => `${path}: ${name} is exported for nobody`),
    ]
  })
}

type ParsedFile = SourceFile & ReturnType<typeof parse>

/** By file, the names that others import of it; `*` where it may be all. */
const namesUsed = (parsed: readonly ParsedFile[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const used = new Map<string, Set<string>>()
  for (const { path, imports } of parsed) {
    for (const { specifier, names = [ALL] } of imports) {
      const target = resolve(path, specifier)
      if (target) used.set(target, new Set([...(used.get(target) ?? []), ...names]))
    }
  }
  return used
}

/** What words between quotes name, other than to be imported: as far as they tell, by the last two parts of a path. */
const namedPaths = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(QUOTED)].flatMap(([, quoted = '']) =>
    quoted
      .split(/\s/)
      .map((word) => lastTwo(word.startsWith('.') ? posix.join(posix.dirname(path), word) : word)),
  )

const lastTwo = (path: string) => path.split('/').slice(-2).join('/')

/** Once where it is declared, and once more where its own file uses it. */
const isNamedTwice = (text: string, name: string): boolean =>
  text.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length > 2

if (import.meta.main) {
  const started = readSources(['json', 'mjs', 'html']).filter(({ path }) => !path.includes('fixtures/'))
  report('unused', except(NEEDLESS_EXPORTS, unusedFindings(readSources(['ts', 'tsx']), started)))
}
