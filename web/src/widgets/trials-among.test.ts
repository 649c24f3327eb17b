import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { session } from '#contract/people/session.ts'
import { q } from '../api/queries.ts'
import { i18n } from '../i18n.ts'
import { TrialsAmong } from './EnvironmentMark.tsx'
import type { Environment } from './environment-look.ts'

/** What stands beside so many of which these are trials, for whoever has companies that send there. */
const said = (companies: readonly Environment[], count: number, trials: number): string => {
  const client = new QueryClient()
  const sender_entities = companies.map((environment) => ({ environment }))
  // Of the profile nothing else is read.
  client.setQueryData(q(session.profile).queryKey, { sender_entities } as never)
  const note = createElement(TrialsAmong, { count, trials })
  const inside = createElement(I18nProvider, { i18n }, note)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, inside))
}

test('what is told of trials says so beside what is not, and not where the top bar says it of all', () => {
  expect(said(['prod'], 3, 0)).toBe('')
  expect(said(['prod'], 1, 1)).toBe('(trial, no legal effect)')
  expect(said(['prod', 'preprod'], 3, 3)).toBe('(trials, no legal effect)')
  expect(said(['prod'], 1_001, 2)).toBe('(2 of them trials, no legal effect)')
  expect(said(['preprod', 'preprod'], 3, 3)).toBe('')
  expect(said(['preprod'], 3, 2), 'the others were made for production').toBe(
    '(2 of them trials, no legal effect)',
  )
})
