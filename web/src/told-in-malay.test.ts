import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TARGET_KINDS } from '#contract/logs/audit-log.ts'
import { ErrorTable } from './features/create-document/upload/ErrorTable.tsx'
import { i18n, speak } from './i18n.ts'
import { optionsFor } from './widgets/party/fields.ts'
import { IdentityHints } from './widgets/party/IdentityHints.tsx'
import { useTargetKinds } from './widgets/target-kinds.ts'

beforeAll(() => speak('ms'))
afterAll(() => speak('en'))

const read = (screen: ReactElement): string => {
  const shown = createElement(I18nProvider, { i18n }, createElement(MantineProvider, null, screen))
  return renderToStaticMarkup(shown).replace(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>|<[^>]+>/g, ' ')
}

const Kinds = () => {
  const kindOf = useTargetKinds()
  return createElement('p', null, TARGET_KINDS.map(kindOf).join('|'))
}

test('what is written otherwise of a party, and what to look at, is said in Malay', () => {
  const change = { field: 'tin_no', from: 'c 25-8', to: 'C258', why: 'blanks removed, in capital letters' }
  const message = 'The general public buys only on consolidated documents (004).'
  const hints = read(
    createElement(IdentityHints, {
      changes: [change],
      warnings: [{ field: 'email', message }],
      onTake: () => undefined,
    }),
  )
  expect(hints).toContain('jarak dibuang, dengan huruf besar')
  expect(hints).toContain('hanya dalam dokumen disatukan (004).')
})

test('what is wrong with a document of a file is said in Malay', () => {
  const details = 'The document was changed by someone else. Look at it again.'
  const errors = [{ invoice_number: 'A-1', errors: [{ type: 'conflict', invoice_number: 'A-1', details }] }]
  expect(read(createElement(ErrorTable, { errors }))).toContain('telah diubah oleh orang lain')
})

test('who has no identity number is offered in Malay', () => {
  const labels = optionsFor('identity_type', {})?.map(({ label }) => label)
  expect(labels).toContain('Tiada nombor (dokumen disatukan)')
})

test('every kind of thing that the log tells of has a word', () => {
  const words = read(createElement(Kinds)).trim().split('|')
  expect(TARGET_KINDS.filter((kind, at) => words[at] === kind.replaceAll('_', ' '))).toEqual([])
})
