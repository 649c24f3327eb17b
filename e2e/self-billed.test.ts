import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { choose, fillLines, requestApproval } from './form.ts'
import { approve, findPending, openQuickview, savePdf } from './path.ts'
import { qrCodeOf, squeeze, textOf } from './pdf.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const SUPPLIER = 'Rajan a/l Veerasamy'

test('a self-billed invoice names the farmer as supplier, and its maker cannot approve it', async () => {
  const chong = await open()
  await signIn(chong, 'chong', '/dashboard/invoices/create')
  await chong.getByRole('switch', { name: 'Self Billing' }).click()
  await choose(chong, 'Invoice Type', '11')
  await choose(chong, 'Supplier', 'Rajan', SUPPLIER)
  await fillLines(chong, [
    {
      classification: '036',
      description: 'Cili padi, grade A, fresh',
      unit_price: '14.50',
      quantity: '320.5',
      unit: 'KGM',
      tax_type: '06',
    },
  ])
  await chong.getByRole('button', { name: 'Preview' }).click()
  await chong.getByTitle('Draft of the document').waitFor()
  await chong.keyboard.press('Escape')
  const { number, uuid } = await requestApproval(chong)

  const row = await findPending(chong, number)
  await row.getByText('Not yours to decide').waitFor()
  expect(await row.getByRole('button', { name: /approve|reject/i }).count()).toBe(0)
  const direct = await callAs('chong')
  const answer = await direct.post(`/api/v1/integration/approve-invoice/${uuid}/`, { status: 'Approved' })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'own_document' })

  const phone = await open({ width: PHONE, touch: true })
  await signIn(phone, 'devi', `/dashboard/invoices/approval?invoice_number=${number}`)
  const card = phone.locator('[data-row]').filter({ hasText: number })
  await card.getByText(SUPPLIER, { exact: true }).waitFor()
  await card.getByText('Selat Foods Sdn Bhd', { exact: true }).waitFor()
  await card.getByRole('button', { name: `Approve ${number}` }).tap()
  const question = phone.getByRole('dialog', { name: `Approve ${number}` })
  await question.getByText(`${number} · ${SUPPLIER} · MYR 4,647.25`).waitFor()
  await phone.goto(`/dashboard/invoices?invoice_number=${number}`)
  await card.getByText(SUPPLIER, { exact: true }).waitFor()

  const devi = await open()
  await signIn(devi, 'devi')
  await approve(devi, number)
  const panel = await openQuickview(devi, number)
  await devi.getByRole('columnheader', { name: 'Other Party' }).waitFor()
  expect(await devi.getByRole('row').filter({ hasText: number }).textContent()).toContain(SUPPLIER)
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  const link = await panel.getByRole('link', { name: 'LHDN QR code' }).getAttribute('href')
  const { path } = await savePdf(devi, panel)
  const text = textOf(path)
  expect(text).toContain(squeeze(`Self-billed Invoice ${number}`))
  expect(text).toContain(squeeze(`SUPPLIER Pembekal ${SUPPLIER}`))
  expect(text).toContain(squeeze('BUYER Pembeli Selat Foods Sdn Bhd'))
  expect(text).toContain(squeeze('Total payable Jumlah perlu dibayar MYR 4,647.25'))
  expect(qrCodeOf(path)).toBe(link)
})
