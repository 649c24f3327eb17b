import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { i18n } from '../../../i18n.ts'
import { buildDetail } from '../../document-form/form/examples.ts'
import { RejectRequest } from './RejectRequest.tsx'

/** The words that a reader sees of a request for rejection. */
const readOf = (invoice_type: string): string => {
  const reject_request = { at: '2026-07-15T04:00:00.000Z', reason: 'Never delivered', deadline: null }
  const document = buildDetail({ invoice_type, status: 'Validated', reject_request })
  const screen = createElement(MantineProvider, null, createElement(RejectRequest, { document }))
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, screen)).replace(/<[^>]+>/g, ' ')
}

test.each(['01', '02', '03', '04'])('of a document of type %s the buyer asked', (type) => {
  expect(readOf(type)).toMatch(/The buyer asked for rejection .*Never delivered/s)
})

test.each(['11', '12', '13', '14'])('of a self-billed document of type %s the supplier asked', (type) => {
  expect(readOf(type)).toMatch(/The supplier asked for rejection .*Never delivered/s)
})
