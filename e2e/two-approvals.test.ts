import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

test('a second one leaves the Undo of the first, and its reasons', async () => {
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
  const runs = [run(2, {}), former]
  await alter(page, '/api/v1/approvals/latest/', () => ({ runs }))
  await page.route('**/undo/', (route) => {
    const undone = { ...former, state: 'undone', undone: 3, undo_ms: 0 }
    runs[1] = undone
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
  await second.getByRole('button', { name: 'Undo', exact: true }).click()
  await second.waitFor({ state: 'detached' })
  expect(sent).toEqual([`/api/v1/approvals/${former.id}/undo/`])
  await panel.getByRole('button', { name: 'Undo', exact: true }).waitFor()
})
