import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time/units.ts'
import { i18n } from '../../../i18n.ts'
import { UnknownNote } from './UnknownNote.tsx'

/** The words that a reader sees when the answer was lost so long ago. */
const readAfter = (minutes: number, heard = false): string => {
  const at = new Date(Date.now() - minutes * MINUTE_MS).toISOString()
  const lost = { state: 'unclear' as const, issued_at: at, sent_at: at, heard_at: heard ? at : null }
  const note = createElement(UnknownNote, { invoice_number: 'M-KUL01000042', attempts: [lost] })
  const screen = createElement(MantineProvider, null, note)
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, screen)).replace(/<[^>]+>/g, ' ')
}

test('says of a lost answer that Lulus is asking for as long as it does', () => {
  expect(readAfter(118)).toMatch(/Lulus is asking LHDN .* asks LHDN by itself/s)
})

test('says after two hours that somebody has to look, and who decides', () => {
  const words = readAfter(121, true)
  expect(words).toMatch(
    /Lulus could not find out .*M-KUL01000042 on the MyInvois portal; an approver decides/s,
  )
  expect(words).not.toContain('is asking')
})

test('says that Lulus asks on where LHDN has not answered by then', () => {
  const words = readAfter(121)
  expect(words).toMatch(/Lulus could not find out .*asks on until LHDN tells/s)
  expect(words).toMatch(/M-KUL01000042 on the MyInvois portal; an approver may decide/s)
})
