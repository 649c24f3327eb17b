import { expect, test } from 'vitest'
import { SERVER_FLOORS } from './rooms.ts'
import { readSources } from './source.ts'

const EXTENSIONS = ['ts', 'tsx', 'mjs', 'sql', 'json', 'md']
/** A file by the end of its path, at least two parts of it; those of an example have a place to fill in. */
const PATH = new RegExp(`\`((?:[\\w.-]+/)+[\\w.-]+\\.(?:${EXTENSIONS.join('|')}))\``, 'g')

test('every file that the manuals name is there', () => {
  const paths = readSources(EXTENSIONS).map(({ path }) => `/${path}`)
  const manuals = readSources(['md']).filter(({ path }) => !/decisions\/|CHANGELOG/.test(path))
  const missing = manuals.flatMap(({ path, text }) =>
    [...text.matchAll(PATH)]
      .map(([, named = '']) => named)
      .filter((named) => !paths.some((one) => one.endsWith(`/${named}`)))
      .map((named) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})

const textOf = (wanted: string) => readSources(['md']).find(({ path }) => path === wanted)?.text ?? ''

test('the map of the server has each room, on its floor', () => {
  const rows = [...textOf('docs/architecture.md').matchAll(/^\| (\d+) +\| `([\w-]+)` +\| \S/gm)]
  expect(rows.map(([, floor, room]) => `${floor} ${room}`)).toEqual(
    SERVER_FLOORS.flatMap((floor, at) => floor.map((room) => `${at + 1} ${room}`)).filter(
      (room) => !room.endsWith('.ts'),
    ),
  )
})

const DECISION = /^docs\/decisions\/((\d{3})-[\w-]+\.md)$/

test('each decision begins alike, and is in the list of them', () => {
  const decisions = readSources(['md']).flatMap(({ path, text }) => {
    const [, file = '', number = ''] = DECISION.exec(path) ?? []
    return file ? [{ file, number, text }] : []
  })
  expect(decisions.length).toBeGreaterThan(60)
  const odd = decisions.filter(
    ({ number, text }) =>
      !new RegExp(`^# ${number}: .+\n\nDate: \\d+ [A-Z][a-z]+ \\d{4}\\. Status: [a-z]`).test(text),
  )
  expect(odd.map(({ file }) => file)).toEqual([])
  const listed = [...textOf('docs/decisions/README.md').matchAll(/^- \[(\d{3})\]\(([^)]+)\)/gm)]
  expect(listed.map(([, number, file]) => `${number} ${file}`)).toEqual(
    decisions.map(({ number, file }) => `${number} ${file}`).toSorted(),
  )
})
