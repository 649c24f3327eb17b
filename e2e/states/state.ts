/** What people meet beside the screens as they first are, each reached as they reach it; shown once it has come. */
import type { Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import { submitInvoice } from '../documents.ts'
import { salesFile } from '../import-file.ts'
import { callAs } from '../people.ts'

export type Made = Record<'pending' | 'valid' | 'rejected', { number: string; uuid: string }> & {
  /** The id of a webhook, and of an upload whose columns were matched. */
  webhook: string
  checked: string
}

export type State = {
  /** In English, at the desk. */
  reach: (page: Page, made: Made) => Promise<unknown>
  /** What is pressed then. */
  press?: (page: Page, made: Made) => Locator
  /** What there is then, in whatever language. */
  shown?: string
  /** In a window of its own, since it leaves something behind in its browser; `outside`: without a session. */
  window?: 'own' | 'outside'
}
export type States = Readonly<Record<string, State>>

/** Whatever lies above the page. */
export const OPENED = '[role=dialog]:visible, [role=menu]:visible'

const VERDICT = { timeout: 60_000 }

/** One document that waits, one that is valid, one that came back. */
export const makeDocuments = async () => {
  const bakri = await callAs('bakri')
  const make = () => submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const [pending, valid, rejected] = [await make(), await make(), await make()]
  const decide = ({ uuid }: { uuid: string }, body: object) =>
    bakri.post(`/api/v1/integration/approve-invoice/${uuid}/`, body)
  await decide(rejected, { status: 'Rejected', rejection_reason: 'The order was for four points.' })
  await decide(valid, { status: 'Approved' })
  const status = async () => {
    const answer = await bakri.get(`/api/v1/invoices/${valid.uuid}/`)
    return ((await answer.json()) as { status: string }).status
  }
  await vi.waitUntil(async () => (await status()) === 'Validated', VERDICT)
  return { pending, valid, rejected }
}

export const show = async (page: Page, path: string, words: string) => {
  await page.goto(path)
  await page.getByRole('main').getByText(words).first().waitFor()
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** A button of what was opened last. */
export const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true })

/** A call of the page answers something else than it would. */
export const alter = <Answer>(page: Page, path: string, change: (answer: Answer) => object) =>
  page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Answer) })
    },
  )

/** An upload whose columns were matched and whose rows were judged, some of them bad. */
export const makeUpload = async (): Promise<string> => {
  const { get, put, upload } = await callAs('devi')
  const begun = await upload('/api/v1/imports/', new File([salesFile('CHECK-', 400)], 'jualan-oktober.csv'))
  const { id, columns } = (await begun.json()) as { id: string; columns: Column[] }
  const fields = columns.map(({ heading, field }) => (heading === 'Jenis' ? 'invoice_type' : field))
  await put(`/api/v1/imports/${id}/columns/`, { columns: fields, remember: false })
  const state = async () => ((await (await get(`/api/v1/imports/${id}/`)).json()) as { state: string }).state
  await vi.waitUntil(async () => (await state()) === 'checked', VERDICT)
  return id
}

type Column = { heading: string; field: string | null }
