import { posix } from 'node:path'
import { isTest, parse, readSources, report, type SourceFile } from './source.ts'

/** Words without meaning of their own (style guide §5); plurals count. */
const EMPTY_WORDS = [
  'util',
  'helper',
  'manager',
  'service',
  'common',
  'misc',
  'base',
  'data',
  'info',
  'process',
]
/** Only a fault when it is the whole name. */
const EMPTY_ALONE = ['handle']

/** Names where the word is the thing's own, from the specification or a library. */
const NAMES_ALLOWED = [
  'data-mappings',
  'common-passwords.json',
  'dataMappings',
  'DataTable',
  'worker-process',
]

/** What belongs to somebody's machine or network and has no place in the repository. */
const FOREIGN_PLACES = [
  /(?<![\w.])\/(?:work(?:space)?|root|mnt|srv|home\/[a-z]\w*)\//,
  /registry\.(?!npmjs\.org)[a-z0-9-]+\.[a-z]|(?:artifactory|nexus|verdaccio)[.\w-]*\//i,
]

/** The domain is pure: the same arguments give the same answer, in the browser and on the server. */
const IMPURE = [
  /\b(?:Date\.now\(|new Date\(\)|Math\.random\(|performance\.|setTimeout\()/,
  /\b(?:fetch\(|process\.|globalThis\.|localStorage|window\.|console\.)/,
]

/** Bad names of files, folders and exports; machine paths and registries; impure words in the domain. */
export const wordFindings = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => [
    ...badPath(file.path),
    ...badExports(file),
    ...foreignPlaces(file),
    ...impure(file),
  ])

const isCode = (path: string) => /\.(?:tsx?|mjs)$/.test(path)

const badPath = (path: string): string[] => {
  const names = path.split('/').filter((name) => !NAMES_ALLOWED.some((allowed) => name.startsWith(allowed)))
  return [...new Set(names.flatMap((name) => emptyWords(posix.parse(name).name)))].map(
    (word) => `${path}: "${word}" says nothing; name the thing`,
  )
}

const badExports = (file: SourceFile): string[] =>
  /\.tsx?$/.test(file.path)
    ? parse(file)
        .exports.filter((name) => !NAMES_ALLOWED.includes(name))
        .flatMap((name) => emptyWords(name).map((word) => `${file.path}: the name ${name} says "${word}"`))
    : []

const emptyWords = (name: string): string[] => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const empty = words.filter(
    (word) => EMPTY_WORDS.includes(word.replace(/s$/, '')) || EMPTY_WORDS.includes(word),
  )
  return words.length === 1 ? [...empty, ...words.filter((word) => EMPTY_ALONE.includes(word))] : empty
}

const lineFindings = ({ path, text }: SourceFile, pattern: RegExp, why: string): string[] =>
  text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${why}`] : []))

const foreignPlaces = (file: SourceFile): string[] =>
  // This check and its test must spell what they look for.
  file.path.startsWith('checks/words')
    ? []
    : FOREIGN_PLACES.flatMap((pattern) =>
        lineFindings(file, pattern, 'names a place on one machine or network'),
      )

const impure = (file: SourceFile): string[] =>
  /^(?:codes|domain|contract)\//.test(file.path) && isCode(file.path) && !isTest(file.path)
    ? IMPURE.flatMap((pattern) =>
        lineFindings(file, pattern, 'reads a clock, chance or the surroundings; take it as an argument'),
      )
    : []

const TEXTS = ['ts', 'tsx', 'mjs', 'js', 'json', 'sql', 'md', 'css', 'html', 'txt', 'sh', 'yml', 'npmrc']

if (import.meta.main) report('words', wordFindings([...readSources(TEXTS), ...readSources(['ci/run'])]))
