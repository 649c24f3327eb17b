import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gatherTexts } from './sentences.ts'
import { isTest, ROOT, readSources } from './source.ts'

// Sentences of ours by their English.
const malay = JSON.parse(readFileSync(join(ROOT, 'domain/src/language/ms.json'), 'utf8')) as Record<
  string,
  string
>

const former = JSON.parse(
  readFileSync(join(ROOT, 'domain/src/language/ms-former.json'), 'utf8'),
) as typeof malay

const { for_people, all } = gatherTexts(
  readSources(['ts']).filter(
    ({ path }) =>
      /^(?:domain|contract|server)\/src\//.test(path) && !isTest(path) && !/\/fixtures\//.test(path),
  ),
)
const places = (text: string) => text.match(/\{\d?\}/g)?.length ?? 0

it('finds the sentences of the server, joined as they are told', () => {
  const source = `const said = \`Row \${row} has \${n} cells. \` + 'Look at it.'
    throw new Error('Only a bug says this here.')
    const { rule } = { rule: 'Every line has a price.' }
    log.info(sql\`select a from b. \`, \`He said \${why ? \`It was late by \${s} s.\` : ''}\`)`
  expect(gatherTexts([{ path: 'server/src/x.ts', text: source }]).for_people.map(({ text }) => text)).toEqual(
    ['Row {} has {} cells. Look at it.', 'It was late by {} s.'],
  )
})

it('finds the line that a second one follows, though no full stop ends it', () => {
  const source = `const why = \`LHDN kept \${number}, in these words: \${words}\\n\` + 'It stays valid.'`
  expect(gatherTexts([{ path: 'server/src/x.ts', text: source }]).for_people.map(({ text }) => text)).toEqual(
    ['LHDN kept {}, in these words: {}', 'It stays valid.'],
  )
})

it('has Malay for every sentence that a person may be told', () => {
  expect(for_people.length).toBeGreaterThan(500)
  expect(for_people.filter(({ text }) => !Object.hasOwn(malay, text))).toEqual([])
})

it('has Malay for nothing that nobody says, and fills in every value', () => {
  expect(Object.keys(malay).filter((text) => !all.has(text))).toEqual([])
  expect(Object.entries(malay).filter(([from, to]) => places(from) !== places(to))).toEqual([])
})

it('has former Malay for what is stored and said no more', () => {
  expect(Object.keys(former).filter((text) => all.has(text))).toEqual([])
  expect(Object.entries(former).filter(([from, to]) => places(from) !== places(to))).toEqual([])
})
