import { expect, test } from 'vitest'
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
