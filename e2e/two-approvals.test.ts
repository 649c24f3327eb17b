import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

test('a second one leaves the Undo of the first, and its reasons; both can be pressed', async () => {
  const page = await open()
  await signIn(page, 'devi')
  const run = (approved: number, given: object) => ({
    ...{
      id: crypto.randomUUID(),
      state: 'undoable',
      total: approved,
      approved,
      refused: 0,
      undone: 0,
      sums: [],
    },
    ...{ created_at: new Date().toISOString(), release_at: null, undo_ms: 600_000, refusals: [], ...given },
  })
  const why = 'The document was changed since you opened it. Look at it again.'
  const refusals = [{ uuid: crypto.randomUUID(), invoice_number: 'TWICE-1', code: 'changed_meanwhile', why }]
  const former = run(3, { refused: 1, refusals })
  const last = run(2, {})
  const runs = [last, former]
  await alter(page, '/api/v1/approvals/latest/', () => ({ runs }))
  const both_asked = Promise.withResolvers<void>()
  await page.route('**/undo/', async (route) => {
    const at = route.request().url().includes(former.id) ? 1 : 0
    // Neither is answered before the other one is asked for.
    if (sent.length === 2) both_asked.resolve()
    await both_asked.promise
    const undone = { ...runs[at], state: 'undone', undone: 3, undo_ms: 0 }
    runs[at] = undone as typeof former
    return route.fulfill({ json: undone })
  })
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/undo/')) sent.push(pathname)
  })
  await page.goto('/dashboard/invoices/approval')
  const panel = page.getByRole('region', { name: 'Approval of many' })
  await panel.getByText('2 invoices approved.').waitFor()
  const second = panel.nth(1)
  await second.getByText('3 invoices approved.').waitFor()
  await second.getByText(`TWICE-1 ${why}`).waitFor()
  await expectAccessible(page, 'two approvals of many')
  for (const one of [second, panel.first()])
    await one.getByRole('button', { name: 'Undo', exact: true }).click()
  await second.waitFor({ state: 'detached' })
  await panel.first().waitFor({ state: 'detached' })
  expect(sent).toEqual([former.id, last.id].map((id) => `/api/v1/approvals/${id}/undo/`))
})
