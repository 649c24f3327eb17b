/** Customers and saved items come in by a CSV file, which is checked first. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { fill } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const row = (page: Page, text: string) => page.locator('tbody tr[data-row]').filter({ hasText: text })

test('customers come in by a file, which is checked first', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Import CSV' })
      .click()
      .then(() => page.getByRole('button', { name: 'Download a template' }).click()),
  ])
  const [headings = '', example] = (await readFile(await template.path(), 'utf8')).split('\r\n')
  expect(example).toContain('Perniagaan Seri Jaya Sdn Bhd')
  const rowOf = (name: string, number: string, postcode: string) =>
    `${name},C25845632020,BRN,${number},,,,+60312345678,12 Jalan,,,${postcode},Ipoh,Perak,Malaysia,,,,,,\r\n`
  const good =
    rowOf('Kedai Emas Ipoh', '201901087001', '30000') + rowOf('Kedai Perak', '201901087002', '30100')
  const bad = rowOf('Kedai Gangsa', '201901087003', '301')
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  const check = async (name: string, rows: string) => {
    const buffer = Buffer.from(`${headings}\r\n${rows}`)
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Check the file' }).click()
  }
  const focused = (name: string) =>
    dialog.getByRole('button', { name }).and(page.locator(':focus')).last().waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/customers/import/')) sent.push(request.method())
  })
  await check('all.csv', `${good}${bad}`)
  await dialog.getByText('2 customers can be added').waitFor()
  await focused('Add 2 customers')
  await dialog.getByRole('cell', { name: 'A Malaysian postcode has 5 digits.' }).waitFor()
  await expectAccessible(page, 'a file of customers that was checked')
  await page.keyboard.press('Enter')
  await dialog.getByText('2 customers were added').waitFor()
  await focused('Close')
  // Enter in a field, which does not check once more what was added.
  await dialog.locator('form').evaluate('(form) => form.requestSubmit()')
  const [left] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the rows to correct' }).click(),
  ])
  expect(await readFile(await left.path(), 'utf8')).toContain('Kedai Gangsa')
  expect(sent).toEqual(['POST', 'POST'])

  await check('many.csv', bad.repeat(501))
  await dialog.getByText('501 rows have errors').waitFor()
  await dialog.getByText('Only the first 500 errors are listed.').waitFor()
  await focused('Check the file')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await fill(page, 'Buyer Name', 'Emas Ipoh')
  await page.getByRole('button', { name: 'Apply' }).click()
  await row(page, 'Kedai Emas Ipoh').waitFor()
})

test('items come in by a file, which is checked first', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/itemstable')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import items' })
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download a template' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('items_template.csv')
  const text = await readFile(await template.path(), 'utf8')
  expect(text).toContain('022,"LED lamp 9 W, warm white",01,10')
  const check = async (name: string, buffer: Buffer) => {
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Check the file' }).click()
  }
  await check('unknown.csv', Buffer.from(text.replace('Tax Rate', 'Tax Rat')))
  await dialog.getByText('Column D, Tax Rat, is not known; did you mean Tax Rate?').waitFor()
  const rows = '22,Sos tiram 340 g,1,5\r\n022,sos TIRAM 340 g,01,5\r\nOthers,Sos ikan 340 g,Sale Tax,5\r\n'
  await check('items.csv', Buffer.from(text + rows))
  await dialog.getByText('2 items can be added').waitFor()
  await dialog.getByRole('button', { name: 'Add 2 items' }).and(page.locator(':focus')).waitFor()
  await dialog.getByText('Classification, Tax Type (zeros put back that a spreadsheet drops)').waitFor()
  await dialog.getByRole('cell', { name: 'did you mean 022, Others?' }).waitFor()
  await dialog.getByRole('cell', { name: 'did you mean 01, Sales Tax?' }).waitFor()
  await dialog.getByText('What is there already').click()
  await dialog.getByRole('cell', { name: 'Sos tiram 340 g (row 3 of this file)' }).waitFor()
  await expectAccessible(page, 'a file of items that was checked')
  await dialog.getByRole('button', { name: 'Add 2 items' }).click()
  await dialog.getByText('2 items were added').waitFor()
  const [left] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the rows to correct' }).click(),
  ])
  expect(left.suggestedFilename()).toBe('items_to_correct.csv')
  const bad = await readFile(await left.path(), 'utf8')
  await check('corrected.csv', Buffer.from(bad.replace('Others,', '022,').replace('Sale Tax', 'Sales Tax')))
  await dialog.getByRole('button', { name: 'Add 1 item' }).click()
  await dialog.getByText('1 item was added').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await fill(page, 'Classification code or description', 'sos')
  await page.getByRole('button', { name: 'Apply' }).click()
  await row(page, 'Sos tiram 340 g').filter({ hasText: '022 Others' }).filter({ hasText: '5.00 %' }).waitFor()
  await row(page, 'Sos ikan 340 g').waitFor()
})

test('of an Add that breaks off nothing is told that holds no more', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/itemstable')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import items' })
  const buffer = Buffer.from('Classification,Description,Tax Type,Tax Rate\r\n022,Budu 300 ml,06,0\r\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'budu.csv', mimeType: 'text/csv', buffer })
  const check = dialog.getByRole('button', { name: 'Check the file' })
  await check.click()
  const add = dialog.getByRole('button', { name: 'Add 1 item' })
  await add.waitFor()
  // It is done, and only its answer is lost.
  await page.route(
    (url) => url.pathname.endsWith('/portal-items/import/'),
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await add.click()
  await page.getByText('What was added before that stays.').waitFor()
  expect(await dialog.getByText('Nothing is stored yet').count()).toBe(0)
  expect(await add.count()).toBe(0)
  await check.and(page.locator(':focus')).waitFor()
  await check.click()
  await dialog.getByText('1 is there already and stays as it is').waitFor()
})
