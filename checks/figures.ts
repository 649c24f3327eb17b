import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolve } from './floors.ts'
import { ringsOf } from './rings.ts'
import { FOLDER_SOURCES_MAX, sourcesByFolder } from './sizes.ts'
import { isTest, parse, ROOT, readSources, type SourceFile } from './source.ts'

/** The row of style guide §14 for every room: source without tests, fixtures, generated files and JSON. */
const figuresOf = (files: readonly SourceFile[]) => {
  const source = files.filter(({ path }) => !isTest(path) && !/\/(locales|golden|generated)\//.test(path))
  const tests = files.filter(({ path }) => isTest(path))
  const lengths = source.map(linesOf).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
  const total = lengths.reduce((sum, lines) => sum + lines, 0)
  const tested = tests.map(linesOf).reduce((sum, lines) => sum + lines, 0)
  return {
    files: source.length,
    lines: total,
    'lines/file median; p95': `${at(0.5)}; ${at(0.95)}`,
    'longest file': lengths.at(-1) ?? 0,
    'files in rings': filesInRings(source),
    'test:source lines': total === 0 ? '–' : (tested / total).toFixed(2),
  }
}

const linesOf = ({ text }: SourceFile) => text.trimEnd().split('\n').length

/** Imports at run time only, as in the table. */
const filesInRings = (source: readonly SourceFile[]) => {
  const graph = source.map((file): [string, string[]] => {
    const real = parse(file).imports.filter((one) => !one.type_only)
    return [file.path, real.map((one) => resolve(file.path, one.specifier) ?? '')]
  })
  return new Set(ringsOf(new Map(graph)).flat()).size
}

/** npm packages that the sources of some rooms import at run time. */
const packagesOf = (files: readonly SourceFile[], rooms: readonly string[]) => {
  const known = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies)
  const imported = files
    .filter(({ path }) => rooms.some((room) => path.startsWith(`${room}/src/`)) && !isTest(path))
    .flatMap((file) => parse(file).imports.filter((one) => !one.type_only))
    .map((one) => one.specifier)
  return known.filter((name) => imported.some((specifier) => `${specifier}/`.startsWith(`${name}/`))).length
}

const FOLDERS_SHOWN = 12

const sources = readSources(['ts', 'tsx'])
const rooms = ['codes', 'domain', 'contract', 'server', 'web', 'simulator', 'e2e', 'checks']
const rows = rooms.map((room) => [room, figuresOf(sources.filter(({ path }) => path.startsWith(`${room}/`)))])
console.table(Object.fromEntries([...rows, ['all', figuresOf(sources)]]))
console.log(`the folders with most sources of their own (at most ${FOLDER_SOURCES_MAX}):`)
console.table(sourcesByFolder(sources).slice(0, FOLDERS_SHOWN))
const shared = ['codes', 'domain', 'contract']
console.log(
  `run-time packages: server ${packagesOf(sources, [...shared, 'server'])} (at most 25), ` +
    `web ${packagesOf(sources, [...shared, 'web'])} (at most 30)`,
)
