import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { openQuickview } from './path.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const HEADINGS =
  'invoice_number,invoice_type,sender_store_code,customer.name,customer.tin_no,customer.identity_type,' +
  'customer.identity_number,customer.contact_number,customer.address1,customer.zipcode,customer.city,' +
  'customer.state,customer.country,classification,item_description,quantity,unit_price,tax_type,tax_rate'

/** A row as a clerk's spreadsheet saves it: without the zeros in front of codes. */
const row = (
  number: string,
  { buyer = 'Perniagaan Seri Jaya Sdn Bhd', tin = 'C25845632020', price = '12.50' } = {},
) =>
  `${number},1,KUL01,${buyer},${tin},BRN,201901 012345,03-2161 4455,12 Jalan Tun Razak,50400,Kuala Lumpur,` +
  `Kuala Lumpur,Malaysia,22,Kertas A4,10,${price},1,10`

const fileOf = (rows: readonly string[]) => ({
  name: 'july.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADINGS, ...rows].join('\r\n')),
})
type File = ReturnType<typeof fileOf>

const choose = (page: Page, file: File) => page.locator('input[type=file]').setInputFiles(file)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Processing Response' })
const close = async (page: Page) => {
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click()
  await dialogOf(page).waitFor({ state: 'hidden' })
}
const openCreate = async (page: Page) => {
  await signIn(page, 'aminah')
  await page.getByRole('link', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'Upload CSV' }).waitFor()
}

const countOf = async (prefix: string) => {
  const aminah = await callAs('aminah')
  const answer = await aminah.get(`/api/v1/summary-invoices/?invoice_number=${prefix}`)
  return ((await answer.json()) as { count: number }).count
}

const saveAs = async (page: Page, button: string) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

test('a file of 12 good and 3 bad documents is checked, uploaded, corrected and uploaded again', async () => {
  const page = await open()
  await openCreate(page)
  const template = await saveAs(page, 'Download Sample Template')
  expect(template).toMatch(/^\uFEFFinvoice_number,.*\r\nINV-\d{14}-1,/)
  expect(await page.getByRole('button', { name: 'Upload CSV' }).getAttribute('aria-disabled')).toBe('true')

  const good = Array.from({ length: 12 }, (_, at) => row(`JULY-${at + 1}`))
  const bad = [
    row('JULY-13', { price: 'twelve' }),
    row('JULY-14', { tin: '' }),
    row('JULY-15'),
    row('JULY-15', { buyer: 'Another Sdn Bhd' }),
  ]
  const file = fileOf([...good, ...bad])
  await choose(page, file)
  await page.getByRole('switch', { name: 'Check only' }).click()
  await page.getByRole('button', { name: 'Check CSV' }).click()
  await dialogOf(page).getByText('Would be accepted: 12').waitFor()
  await dialogOf(page).getByText('nothing was stored').waitFor()
  await close(page)
  expect(await countOf('JULY-')).toBe(0)

  await page.getByRole('switch', { name: 'Check only' }).click()
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await dialogOf(page).getByText('Accepted: 12').waitFor()
  await dialogOf(page).getByText('Partial Success').waitFor()
  const rows = dialogOf(page).getByRole('row')
  expect(await rows.count()).toBe(4)
  await rows.filter({ hasText: 'JULY-13' }).getByText('row 14, unit_price').waitFor()
  await rows.filter({ hasText: 'JULY-14' }).getByText('row 15, customer.tin_no').waitFor()
  await rows.filter({ hasText: 'JULY-15' }).getByText('row 17, customer.name').waitFor()
  const errors = await saveAs(page, 'Download the rows to correct')
  expect(errors.trimEnd().split('\r\n')).toHaveLength(5)
  // Closed in haste, it is there to be read again.
  await close(page)
  await page.getByRole('button', { name: 'Show the last response' }).click()
  await dialogOf(page).getByText('Accepted: 12').waitFor()
  await close(page)
  expect(await countOf('JULY-')).toBe(12)

  const corrected = errors
    .replace('twelve', '12.50')
    .replace(',Perniagaan Seri Jaya Sdn Bhd,,', ',Perniagaan Seri Jaya Sdn Bhd,C25845632020,')
    .replace('Another Sdn Bhd', 'Perniagaan Seri Jaya Sdn Bhd')
  await choose(page, { ...file, buffer: Buffer.from(corrected) })
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await dialogOf(page).getByText('Accepted: 3').waitFor()
  expect(await countOf('JULY-')).toBe(15)
})

test('a file without a network says so, and sent again, twice at once, stores nothing twice', async () => {
  const page = await open()
  await openCreate(page)
  await choose(page, fileOf([row('AUG-1'), row('AUG-2')]))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await dialogOf(page).getByText('An error occurred').waitFor()
  await close(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Upload CSV' }).dblclick()
  await dialogOf(page).getByText('Accepted: 2').waitFor()
  await close(page)
  await choose(page, fileOf([row('AUG-1'), row('AUG-2')]))
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await dialogOf(page).getByText('Stored by an earlier upload, not again: AUG-1, AUG-2').waitFor()
  expect(await countOf('AUG-')).toBe(2)
})

test('who leaves while a file is on its way is asked, and told elsewhere how it ended', async () => {
  const page = await open()
  await openCreate(page)
  const going = page.getByText('Uploading and parsing your CSV files...')
  const question = page.getByRole('dialog', { name: 'Leave while the file is being uploaded?' })
  const dashboard = () => page.waitForURL('**/dashboard')
  /** Holds the answer back until the screen is left. */
  const leaveDuring = async (calls: RegExp, button: string) => {
    const left = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      const response = await route.fetch()
      await left.promise
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: button }).click()
    await going.waitFor()
    // Keys that lead elsewhere rest meanwhile.
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.goBack()
    await question.getByRole('button', { name: 'Wait' }).click()
    await question.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/dashboard/create-document')
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await dashboard()
    left.resolve()
  }

  await choose(page, fileOf([row('LEFT-1'), row('LEFT-2'), row('LEFT-3', { price: 'twelve' })]))
  await leaveDuring(/\/submit-csv\/$/, 'Upload CSV')
  await page.getByText('july.csv: 2 accepted, 1 refused.').first().waitFor()
  expect(await countOf('LEFT-')).toBe(2)

  await page.getByRole('link', { name: 'Create', exact: true }).click()
  await choose(page, fileOf([row('LEFT-4')]))
  await leaveDuring(/\/imports\/$/, 'Match and check in steps')
  await page.getByText('july.csv is uploaded: go on with it under My Uploads.').waitFor()
  await dashboard()
})

test('an answer that comes while it is asked whether to leave takes the question away, and is shown', async () => {
  const page = await open()
  await openCreate(page)
  const question = page.getByRole('dialog', { name: 'Leave while the file is being uploaded?' })
  /** Holds the answer back until the question stands. */
  const answerDuring = async (calls: RegExp, button: string) => {
    const asked = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      const response = await route.fetch()
      await asked.promise
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: button }).click()
    await page.getByText('Uploading and parsing your CSV files...').waitFor()
    await page.goBack()
    await question.waitFor()
    asked.resolve()
    await question.waitFor({ state: 'detached' })
  }
  await choose(page, fileOf([row('LEFT-5')]))
  await answerDuring(/\/submit-csv\/$/, 'Upload CSV')
  await dialogOf(page).getByText('Accepted: 1').waitFor()
  await close(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/create-document')

  await choose(page, fileOf([row('LEFT-6')]))
  await answerDuring(/\/imports\/$/, 'Match and check in steps')
  await page.getByText('july.csv is uploaded: go on with it under My Uploads.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/create-document')
  // Nothing holds back any more.
  await page.goBack()
  await page.waitForURL('**/dashboard')
})

test('whoever uploaded a document takes it back from its details before anybody approved it', async () => {
  const page = await open()
  await openCreate(page)
  await choose(page, fileOf([row('OCT-1')]))
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await dialogOf(page).getByText('Accepted: 1').waitFor()
  await close(page)
  const panel = await openQuickview(page, 'OCT-1')
  const cancel = panel.getByRole('button', { name: 'Cancel', exact: true })
  await cancel.click()
  await page
    .getByRole('dialog', { name: 'Cancel OCT-1' })
    .getByRole('button', { name: 'Cancel document' })
    .click()
  await page.getByText('Invoice cancelled successfully!').waitFor()
  await panel.getByText('User Cancelled').first().waitFor()
  await cancel.waitFor({ state: 'detached' })
})

test('the page of uploads shows the answer as text', async () => {
  const page = await open()
  await openCreate(page)
  await page.getByRole('link', { name: 'Upload a file and read the answer as text' }).click()
  await page.getByRole('heading', { level: 1, name: 'Upload CSV File' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload', exact: true }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await choose(page, { ...fileOf([row('SEP-1')]), name: 'sep.csv' })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const response = page.getByRole('region', { name: 'Response' })
  await response.getByText('"Invoice_Numbers"').waitFor()
  expect(await response.textContent()).toContain('SEP-1')
  await choose(page, fileOf(['only,two']))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await response.getByText('Row 2 has 2 cells').waitFor()
})

test('an answer that cannot be read says what is stored, on both screens that upload', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  await page.route(/\/(submit-csv|einvoicing_json)\/$/, (route) =>
    route.fulfill({ status: 200, body: '<html>' }),
  )
  const unread = page.getByText('what is stored already is not stored twice')
  await choose(page, fileOf([row('ODD-1')]))
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await unread.waitFor()
  await close(page)
  await page.getByRole('link', { name: 'Upload a file and read the answer as text' }).click()
  await page.getByRole('heading', { level: 1, name: 'Upload CSV File' }).waitFor()
  await choose(page, fileOf([row('ODD-1')]))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await unread.waitFor()
})

test('whoever works in Malay reads in Malay in which row of a file something is wrong', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.evaluate("localStorage.setItem('language', 'ms')")
  await page.goto('/dashboard/create-document')
  await choose(page, fileOf([row('BARIS-1', { price: 'dua belas' })]))
  await page.getByRole('button', { name: 'Muat Naik CSV' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^baris 2, /)
    .waitFor()
})

const LONG_AGO = new Date('2026-01-01')

test('a file that was changed after its check is told of as that, and chosen anew', async () => {
  const page = await open()
  await openCreate(page)
  const folder = await mkdtemp(join(tmpdir(), 'lulus-upload-'))
  const path = join(folder, 'august.csv')
  await writeFile(path, [HEADINGS, row('SEPT-1', { price: 'twelve' })].join('\r\n'))
  // The browser tells by the second whether a file was written anew.
  await utimes(path, LONG_AGO, LONG_AGO)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('switch', { name: 'Check only' }).click()
  await page.getByRole('button', { name: 'Check CSV' }).click()
  await dialogOf(page).getByRole('button', { name: 'Correct it here' }).waitFor()
  await close(page)
  await writeFile(path, [HEADINGS, row('SEPT-1', { price: '12.00' })].join('\r\n'))
  await page.getByRole('switch', { name: 'Check only' }).click()
  const send = page.getByRole('button', { name: 'Upload CSV' })
  await send.click()
  await dialogOf(page).getByText('The file was changed since it was chosen. Choose it again.').waitFor()
  expect(await page.getByText('cannot be reached').count()).toBe(0)
  await close(page)
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await page.locator('input[type=file]').setInputFiles(path)
  await send.click()
  await dialogOf(page).getByText('SEPT-1').waitFor()
  await rm(folder, { recursive: true })
})
