import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { HEADER, LINES } from './export-invoice.ts'
import { choose, fill, fillLines, openMore, requestApproval } from './form.ts'
import { ownProduct } from './own-product.ts'
import { approve, openQuickview, savePdf } from './path.ts'
import { qrCodeOf, squeeze, textOf } from './pdf.ts'
import { callAs, signInByForm } from './people.ts'
import { fetchRaw, readLedger, type Taxpayer, verify } from './simulator.ts'
import { sumUp } from './sums.ts'

const { open } = startBrowser()

const BUYER = 'Serangoon Lighting Pte Ltd (实龙岗灯饰 · செராங்கூன் விளக்குகள்)'
const KINABALU: Taxpayer = {
  tin: 'C24187306090',
  id_type: 'BRN',
  id_value: '201501023456',
  name: 'Kinabalu Trading Sdn Bhd',
}
const sums = sumUp(LINES, HEADER.rounding, HEADER.prepayment)

const enterInvoice = async (page: Page) => {
  await page.getByRole('link', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Create New E-Invoice' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Department Code', 'KUL01')
  await choose(page, 'Buyer', 'Serangoon', BUYER)
  await choose(page, 'Currency', HEADER.currency)
  await fill(page, 'Exchange Rate', HEADER.exchange_rate)
  await openMore(page)
  await fill(page, 'Contract Number', HEADER.contract)
  await fill(page, 'Rounding Amount', HEADER.rounding)
  await fill(page, 'Prepayment Amount', HEADER.prepayment)
  await fill(page, 'Remarks', HEADER.remarks)
  await fillLines(page, LINES)
}

test('an export invoice goes from the form to a validated document whose PDF says what was entered', async () => {
  const aminah = await open()
  await signInByForm(aminah, 'aminah')
  await enterInvoice(aminah)
  const summary = aminah.getByRole('region', { name: 'Document Summary' })
  await summary.getByText(`USD ${sums.payable}`).waitFor()
  const { number, uuid } = await requestApproval(aminah)

  await expectOwnApprovalRefused(aminah, uuid, number)

  const bakri = await open()
  await signInByForm(bakri, 'bakri')
  await approve(bakri, number)
  const panel = await openQuickview(bakri, number)
  // The panel asks again by itself until the authority has spoken.
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  const link = await panel.getByRole('link', { name: 'LHDN QR code' }).getAttribute('href')

  const pdf = await savePdf(bakri, panel)
  expect(pdf.name).toBe(`${uuid}.pdf`)
  expect(qrCodeOf(pdf.path)).toBe(link)
  expectEverythingIn(textOf(pdf.path), number)

  const xml = await readFile(panel, 'LHDN UBL 2.1 XML')
  const [entry, ...more] = (await readLedger()).filter((one) => one.codeNumber === number)
  expect(more, 'sent exactly once').toEqual([])
  expect(link).toContain(entry?.uuid ?? 'nothing')
  const raw = await fetchRaw(entry?.uuid ?? '', KINABALU)
  expect(raw).toBe(xml)
  expect(await verify(raw)).toEqual([])
  expectEqualAmounts(raw)
  const original = JSON.parse(await readFile(panel, 'Original Data')) as { items: unknown[] }
  expect(original.items).toHaveLength(LINES.length)
})

/** Neither on her screen nor by a direct call: she has no permission to approve anything. */
const expectOwnApprovalRefused = async (page: Page, uuid: string, number: string) => {
  const panel = await openQuickview(page, number)
  await panel.getByText('Pending Approval', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: /approve/i }).count()).toBe(0)
  const aminah = await callAs('aminah')
  const answer = await aminah.post(`/api/v1/integration/approve-invoice/${uuid}/`, { status: 'Approved' })
  expect(answer.status).toBe(403)
}

const expectEverythingIn = (text: string, number: string) => {
  for (const line of LINES) expect(text).toContain(squeeze(line.description))
  for (const fact of [BUYER, number, HEADER.contract, HEADER.remarks, KINABALU.name, KINABALU.tin]) {
    expect(text).toContain(squeeze(fact))
  }
  for (const amount of [sums.net, sums.tax, sums.including, sums.payable]) {
    expect(text).toContain(squeeze(`USD ${amount}`))
  }
  expect(text).toContain(squeeze(`USD -${sums.discount}`))
  expect(text).toContain(squeeze(`1 USD = MYR ${HEADER.exchange_rate}`))
  expect(text).not.toContain('DRAFT')
}

/** The sums as the authority received them. */
const expectEqualAmounts = (xml: string) => {
  const amount = (name: string) => new RegExp(`<cbc:${name} currencyID="USD">([^<]+)<`).exec(xml)?.[1]
  const plain = (text: string) => text.replaceAll(',', '')
  expect(amount('PayableAmount')).toBe(plain(sums.payable))
  expect(amount('TaxInclusiveAmount')).toBe(plain(sums.including))
  expect(amount('TaxExclusiveAmount')).toBe(plain(sums.net))
  expect(xml.match(/<cac:InvoiceLine>/g)).toHaveLength(LINES.length)
  expect(xml).toContain(BUYER)
}

/** Archived files open by their signed address, without a session. */
const readFile = async (panel: Locator, name: string) => {
  const address = (await panel.getByRole('link', { name }).getAttribute('href')) ?? ''
  const answer = await fetch(new URL(address, ownProduct().url))
  expect(answer.status, name).toBe(200)
  return answer.text()
}
