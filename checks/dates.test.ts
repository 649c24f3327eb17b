import { expect, test } from 'vitest'
import { readSources } from './source.ts'

/** What the domain writes of a day or an instant is English, unless it is told the language. */
const ENGLISH = /import \{[^}]*\bformat(?:Date|Instant|RunAt|Covered|Window)\b[^}]*\} from '#domain\//

test('no screen writes days and months in English whatever its language is', () => {
  const screens = readSources(['ts', 'tsx']).filter(({ path }) =>
    /^web\/src\/.*(?<!\.test)\.tsx?$/.test(path),
  )
  const found = screens.filter(({ text }) => ENGLISH.test(text) && !/\bspoken\b/.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
