import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { salesFile } from '../import-file.ts'
import { callAs } from '../people.ts'
import { push } from '../push.ts'
import { haveWebhook } from '../webhook.ts'
import type { ListScreen } from './list-screens.ts'

/** Rows for the lists that have none from the start, and the ids of those that have a list of their own. */
export const fillLists = async () => {
  await haveMail()
  await haveMessage()
  const upload = await haveUpload()
  await haveDefect()
  await push([{ id: 'a'.repeat(40), timestamp: '2026-11-20T04:00:00Z', author: { name: 'Aminah Yusof' } }])
  const webhook = await haveWebhook()
  await haveReport()
  await haveDecision()
  return { webhook, upload }
}

const haveMail = async () => {
  const { get, post } = await callAs('devi')
  await post('/api/v1/users/reset_password/', { email: 'gita@lulus.example' })
  const count = async () => ((await (await get('/api/v1/mails/')).json()) as { count: number }).count
  await vi.waitUntil(async () => (await count()) > 0, { timeout: 60_000 })
}

/** Not active, or it would stand on everybody's dashboard. */
const haveMessage = async () => {
  const { post } = await callAs('devi')
  const message = { title: 'Office closed on Monday', content: 'Deepavali.' }
  await post('/api/v1/notifications/broadcast-messages/', { ...message, is_active: false })
}

const haveDefect = async () => {
  const { post } = await callAs('devi')
  const defect_description = 'The list of documents does not remember how it was sorted.'
  await post('/einvoice/api/v1/support/defects/', { defect_description, severity: 'critical' })
}

const haveUpload = async () => {
  const { upload } = await callAs('devi')
  const answer = await upload('/api/v1/imports/', new File([salesFile('LIST-', 40)], 'jualan.csv'))
  return ((await answer.json()) as { id: string }).id
}

const haveReport = async () => {
  const { post } = await callAs('devi')
  await post('/api/v1/notifications/reports/', { report_type: 'adhoc', filters: { status: 'All' } })
}

/** One that is taken back, which changes nothing. */
const haveDecision = async () => {
  const { post } = await callAs('devi')
  const group = { action: 'create', name: 'Tellers of the list', permissions: [], reason: 'To be taken back' }
  const { id } = (await (await post('/api/v1/group-change-request/', group)).json()) as { id: number }
  await post(`/api/v1/approval-requests/${id}/withdraw/`, {})
}

const NOTHING = { count: 0, next: null, previous: null, results: [] }
const ROWS = 6

export const isCall = (list: ListScreen) => (url: URL) => url.pathname === list.call

export const answerWith = (at: Page, list: ListScreen, status: number, json: object) =>
  at.route(isCall(list), (route) => route.fulfill({ status, json }))

/** What it answers when there is nothing. */
export const nothingOf = (list: ListScreen) => list.nothing ?? NOTHING

/** A few rows say as much as many, and are judged in a tenth of the time. */
export const shorten = (at: Page, list: ListScreen) =>
  at.route(isCall(list), async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const cut = (value: unknown) => (Array.isArray(value) ? value.slice(0, ROWS) : value)
    const short = Object.entries(answer).map(([name, value]) => [name, cut(value)])
    await route.fulfill({ response, json: Array.isArray(answer) ? cut(answer) : Object.fromEntries(short) })
  })
