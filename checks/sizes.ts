import { EXCEPTIONS } from './exceptions.ts'
import { parse, readSources, report, type SourceFile } from './source.ts'

export const FILE_LINES_MAX = 350
export const FUNCTION_LINES_MAX = 70
/** The formatter holds code to 110 columns; this is for comments and texts, which it does not break. */
export const LINE_COLUMNS_MAX = 120
/** A larger folder is a house without inner walls. */
export const FOLDER_SOURCES_MAX = 25

/** Files, functions and lines that are too long. A path in `exceptions` that is not too long is a finding too. */
export const sizeFindings = (files: readonly SourceFile[], exceptions: readonly string[]): string[] => {
  const tooLarge = new Set<string>()
  const findings = files
    .filter(({ path }) => isMeasured(path))
    .flatMap((file) => {
      const found = [...longFile(file), ...longLines(file), ...longFunctions(file)]
      if (found.length > 0) tooLarge.add(file.path)
      return exceptions.includes(file.path) ? [] : found
    })
  const needless = exceptions.filter((path) => !tooLarge.has(path))
  return [...findings, ...needless.map((path) => `${path}: is no exception any more; take it off the list`)]
}

/** Folders with too many sources; tests stand beside what they test and do not count. */
export const folderFindings = (files: readonly SourceFile[]): string[] =>
  sourcesByFolder(files)
    .filter(({ sources }) => sources > FOLDER_SOURCES_MAX)
    .map(({ folder, sources }) => `${folder}: ${sources} sources, more than ${FOLDER_SOURCES_MAX}`)

/** How many sources lie in each folder itself, the largest first. */
export const sourcesByFolder = (files: readonly SourceFile[]): { folder: string; sources: number }[] => {
  const folders = files
    .filter(({ path }) => isMeasured(path) && !/\.test\.tsx?$/.test(path))
    .map(({ path }) => path.split('/').slice(0, -1).join('/'))
  return [...Map.groupBy(folders, (folder) => folder)]
    .map(([folder, { length }]) => ({ folder, sources: length }))
    .toSorted((a, b) => b.sources - a.sources || a.folder.localeCompare(b.folder))
}

/** Data, fixtures and generated files are as long, and as many, as they must be. */
const isMeasured = (path: string) => !/(^|\/)(fixtures|golden|locales|generated)\//.test(path)

const lineCount = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const longFile = ({ path, text }: SourceFile): string[] => {
  const lines = lineCount(text)
  return lines > FILE_LINES_MAX ? [`${path}: ${lines} lines, more than ${FILE_LINES_MAX}`] : []
}

const longLines = ({ path, text }: SourceFile): string[] =>
  text.split('\n').flatMap((line, at) => {
    const columns = [...line].length
    return columns > LINE_COLUMNS_MAX
      ? [`${path}:${at + 1}: ${columns} columns, more than ${LINE_COLUMNS_MAX}`]
      : []
  })

/** A test suite's describe callback is a list of tests, not a function to read in one go. */
const longFunctions = (file: SourceFile): string[] => {
  if (!/\.tsx?$/.test(file.path) || /\.test\.tsx?$/.test(file.path)) return []
  return parse(file)
    .functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX)
    .map(
      ({ name, line, lines }) =>
        `${file.path}:${line}: ${name} has ${lines} lines, more than ${FUNCTION_LINES_MAX}`,
    )
}

if (import.meta.main) {
  const sources = readSources(['ts', 'tsx', 'mjs'])
  report('sizes', [...sizeFindings(sources, EXCEPTIONS), ...folderFindings(sources)])
}
