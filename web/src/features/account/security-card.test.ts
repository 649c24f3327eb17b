import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sessions } from '#contract/people/sessions.ts'
import { q } from '../../api/queries.ts'
import { i18n } from '../../i18n.ts'
import { SecurityCard } from './SecurityCard.tsx'

const session = (id: string, current: boolean) => ({
  ...{
    id,
    current,
    ip: `192.0.2.${id}`,
    created_at: '2026-07-15T04:00:00Z',
    last_used_at: '2026-07-15T04:00:00Z',
  },
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
})

const shown = (password: 'local' | 'directory', count: number) => {
  const client = new QueryClient()
  const all = Array.from({ length: count }, (_, at) => session(String(at + 1), at === 0))
  client.setQueryData(q(sessions.list).queryKey, { password, sessions: all })
  const card = createElement(QueryClientProvider, { client }, createElement(SecurityCard))
  const styled = createElement(MantineProvider, null, card)
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, styled))
}

test('each session stands there, and any but the own one can be ended', () => {
  const card = shown('local', 3)
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(card).toContain(ip)
  expect(card.match(/This session/g)).toHaveLength(1)
  expect(card.match(/End session of Firefox · Windows/g)).toHaveLength(2)
  expect(card).not.toContain('End session of Firefox · Windows at 192.0.2.1')
  expect(card).toContain('Sign out everywhere else')
})

test('there is nowhere else to sign out with one session', () => {
  expect(shown('local', 1)).not.toContain('Sign out everywhere else')
})

test('people of the directory are told where their password is', () => {
  expect(shown('local', 1)).toContain('Change password')
  const card = shown('directory', 1)
  expect(card).not.toContain('Change password')
  expect(card).toContain('Your password belongs to your company’s directory.')
})
