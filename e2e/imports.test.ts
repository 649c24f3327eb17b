import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { BAD_ROWS, FAULT_KINDS, integrationFile, salesFile } from './import-file.ts'
import { expectAccessible } from './judging/axe.ts'
import { ownProduct } from './own-product.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

/** `npm run test:steps` takes the whole file. */
const ROWS = process.env.ROWS === 'all' ? 10_000 : 400
const WHOLE_MS_MAX = 600_000

const number = (of: number) => of.toLocaleString('en')
const toSteps = async (page: Page, name: string, content: string) => {
  await page.goto('/dashboard/create-document')
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Match and check in steps' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const counter = (page: Page, name: string, value: number) =>
  page
    .getByRole('button', { name: new RegExp(`^${name} ?${number(value)}\\b`) })
    .waitFor({ timeout: WHOLE_MS_MAX })
const problem = (page: Page, words: string) =>
  page.getByRole('region', { name: 'What is wrong' }).getByRole('listitem').filter({ hasText: words })
const cellsOf = (page: Page, heading: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${heading}, row`) })
const faulty = (page: Page, heading: string) =>
  cellsOf(page, heading).and(page.locator('[aria-invalid=true]'))

/** Pastes a column of cells, as a spreadsheet puts it on the clipboard. */
const paste = async (page: Page, texts: readonly string[]) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(texts.join('\n'))})`)
  await page.keyboard.press('ControlOrMeta+V')
}

test(`a file of ${ROWS} rows, ${BAD_ROWS} bad in ${FAULT_KINDS} ways, is matched, mended and stored`, {
  timeout: WHOLE_MS_MAX,
}, async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await toSteps(page, 'jualan-november.csv', salesFile('NOV-', ROWS))

  // What is sure is matched, what is not is left to the clerk, and what is missing is named.
  const field = (heading: string) =>
    page.getByRole('combobox', { name: new RegExp(`Field of column \\w+, ${heading}$`) })
  expect(await field('No Invois').inputValue()).toBe('Invoice Number')
  expect(await field('No. Pengenalan').inputValue()).toBe('Customer: Identity number')
  expect(await field('Salesman').inputValue()).toBe('')
  await page.getByRole('row', { name: 'Harga Seunit' }).getByText('14.20').waitFor()
  const next = page.getByRole('button', { name: 'Check the file' })
  expect(await next.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Still missing: Invoice Type. Choose').waitFor()
  await expectAccessible(page, 'the columns of a file')
  await field('Jenis').fill('invoice_type')
  await field('Jenis').press('Enter')
  await next.click()

  await counter(page, 'Bad', BAD_ROWS)
  await counter(page, 'Good', ROWS - BAD_ROWS)
  const kinds = page
    .getByRole('region', { name: 'What is wrong' })
    .getByRole('listitem')
    .filter({ hasText: 'Show the rows' })
  // The counters and the kinds of what is wrong come in answers of their own.
  await kinds.first().waitFor()
  expect(await kinds.count()).toBe(FAULT_KINDS)
  await expectAccessible(page, 'what is wrong with a file')

  // A rule mends all cells of a problem at once, and can be taken back.
  await page.getByRole('button', { name: 'Fix all 8: Write the code that the name stands for' }).click()
  await counter(page, 'Bad', BAD_ROWS - 8)
  await page.getByRole('button', { name: 'Undo' }).click()
  await counter(page, 'Bad', BAD_ROWS)
  for (const [fix, left] of [
    ['Fix all 8: Write the code that the name stands for', 29],
    ['Fix all 6: Read them with the month first (look at the other dates of this column too)', 23],
    ['Fix all 5: Read the comma as the decimal point', 18],
    ['Fix all 4: Put back the 0 in front', 14],
    ['Fix all 4: Keep the first of several', 10],
    ['Fix all 2: Write the code that the name stands for', 8],
  ] as const) {
    await page.getByRole('button', { name: fix }).click()
    await counter(page, 'Bad', left)
  }

  // Another day, in the same place, with the same corrections.
  await page.goto('/dashboard/invoices/imports')
  await page.getByRole('link', { name: 'jualan-november.csv' }).click()
  await counter(page, 'Bad', 8)

  // Five cells come from a spreadsheet, two are written by hand.
  await problem(page, 'This is no valid TIN')
    .getByRole('button', { name: /^Show the rows/ })
    .click()
  await page.waitForURL(/problem=/)
  await expect.poll(() => cellsOf(page, 'Buyer TIN').count()).toBe(5)
  await cellsOf(page, 'Buyer TIN').first().focus()
  await paste(
    page,
    Array.from({ length: 5 }, () => 'C25845632020'),
  )
  await counter(page, 'Bad', 3)
  await page.getByRole('button', { name: /^Bad/ }).click()
  await expect.poll(() => faulty(page, 'Kuantiti').count()).toBe(2)
  const [first, second] = [faulty(page, 'Kuantiti').first(), faulty(page, 'Kuantiti').last()]
  const [row_first, row_second] = [
    await first.getAttribute('aria-label'),
    await second.getAttribute('aria-label'),
  ]
  await first.fill('3')
  await first.press('Enter')
  await page.getByLabel(row_second ?? '', { exact: true }).fill('4')
  await page.getByLabel(row_second ?? '', { exact: true }).press('Enter')
  await counter(page, 'Bad', 1)
  expect(await page.getByLabel(row_first ?? '', { exact: true }).inputValue()).toBe('3')

  // The last one is left out, taken in again, and left out.
  await page.reload()
  for (const [name, bad] of [
    [/^Leave out: NOV-/, 0],
    [/^Take in again: NOV-/, 1],
    [/^Leave out: NOV-/, 0],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await counter(page, 'Bad', bad)
  }
  await page.getByRole('button', { name: `Store ${number(ROWS - 1)} documents` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByText(`${number(ROWS - 1)} documents are stored`).waitFor({ timeout: WHOLE_MS_MAX })
  await expectAccessible(page, 'the result of an upload')
  const stored = await (await callAs('aminah')).get(
    '/api/v1/summary-invoices/?invoice_number=NOV-&status=Pending%20Approval',
  )
  expect(await stored.json()).toMatchObject({ count: ROWS - 1 })

  // The next file with these headings is matched as this one was.
  await toSteps(page, 'jualan-disember.csv', salesFile('DEC-', 40))
  expect(await field('Jenis').inputValue()).toBe('Invoice Type')
  await page.getByRole('row', { name: 'Jenis' }).getByText('As last time').waitFor()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the upload' }).click()
  await page.getByText('Nothing was stored.').waitFor()
})

test('a file with old dates is checked, told of, looked at and taken all the same', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  const file = integrationFile('OLD-', 3, ['2024-02-28', '2024-02-29'])
  const words = 'This date is more than 72 hours back. LHDN’s record bears the date and time of sending'
  await page.goto('/dashboard/create-document')
  const buffer = Buffer.from(file)
  await page.locator('input[type=file]').setInputFiles({ name: 'lama.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('switch', { name: 'Check only' }).click()
  await page.getByRole('button', { name: 'Check CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Processing Response' })
  await dialog.getByText('Would be accepted: 3').waitFor()
  const told = dialog.getByRole('region', { name: 'Warnings' })
  await told.getByText('2 documents have warnings.').waitFor()
  await told.getByRole('listitem').filter({ hasText: words }).getByText('OLD-1, OLD-2').waitFor()
  await expectAccessible(page, 'the answer of a file with warnings')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Match and check in steps' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await counter(page, 'Good', 3)
  await counter(page, 'Bad', 0)
  await counter(page, 'With warnings', 2)
  const warning = page
    .getByRole('region', { name: 'Warnings' })
    .getByRole('listitem')
    .filter({ hasText: words })
  await warning.getByText('2 documents').waitFor()
  await warning.getByRole('button', { name: /^Show the rows/ }).click()
  await expect.poll(() => cellsOf(page, 'invoice_date').count()).toBe(2)
  const dates = cellsOf(page, 'invoice_date')
  expect(await dates.first().inputValue()).toBe('2024-02-28')
  expect(await dates.first().getAttribute('aria-invalid')).toBe('false')
  await page.getByRole('region', { name: 'Rows of the file' }).getByText(words).first().waitFor()
  await expectAccessible(page, 'the rows with a warning')

  await page.getByRole('button', { name: 'Store 3 documents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByText('3 documents are stored').waitFor()
  // No list is of one upload, and where the button leads nobody shall think so.
  await page.getByText('They stand among all documents that wait').waitFor()
  const listed = page.getByRole('link', { name: 'Show what waits for approval' })
  expect(await listed.getAttribute('href')).toMatch(/^\/dashboard\/invoices\?tab=Pending(?:\+|%20)Approval$/)
  await warning.getByText('OLD-1').waitFor()
  expect(await warning.getByRole('button').count()).toBe(0)
})

test('documents that an earlier upload has stored are told, and end an upload that has no others', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await toSteps(page, 'sekali.csv', integrationFile('TWICE-', 2))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Store 2 documents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByText('2 documents are stored').waitFor()

  // A file of one more.
  await toSteps(page, 'tiga.csv', integrationFile('TWICE-', 3))
  const told = page.getByRole('button', { name: /^Good ?1 ?2 stored by an earlier upload$/ })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await told.waitFor()
  await page.getByRole('button', { name: 'Match columns again' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await told.waitFor()

  // Another file of the same documents.
  await toSteps(page, 'dua-kali.csv', `${integrationFile('TWICE-', 2)}\n`)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('Stored by an earlier upload, not again').waitFor()
  await page.getByText('2 documents are stored').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
})

test('an integration with a key sends a large file, follows it and reads what became of it', async () => {
  const devi = await callAs('devi')
  const made = await devi.post('/api/v1/api-keys/', {
    ...{ name: 'ERP', store_codes: ['KUL01'], flags: ['can_create_invoice'], expires_on: '2027-06-30' },
    sender_entity_code: await entityOf('KUL01'),
  })
  const { key } = (await made.json()) as { key: string }
  const headers = { authorization: `Api-Key ${key}` }
  const at = (path: string) => new URL(path, ownProduct().url)
  const send = () => {
    const body = new FormData()
    body.append('file', new File([integrationFile('ERP-', 250)], 'erp.csv'))
    return fetch(at('/api/v1/integration/submit-csv/'), { method: 'POST', headers, body })
  }
  const answer = await send()
  expect(answer.status).toBe(202)
  const { import_id } = (await answer.json()) as { import_id: string }
  const read = async () =>
    (await (await fetch(at(`/api/v1/imports/${import_id}/`), { headers })).json()) as {
      state: string
      counts: object
    }
  await expect.poll(async () => (await read()).state, { timeout: 60_000, interval: 500 }).toBe('done')
  expect((await read()).counts).toMatchObject({ documents: 250, stored: 250, bad: 0 })
  // The same file again is the same import: nothing is stored twice.
  expect(await (await send()).json()).toMatchObject({ import_id })
})

const entityOf = async (store: string) => {
  const answer = await (await callAs('devi')).get('/api/v1/user-profile/')
  const { store_code, sender_entities } = (await answer.json()) as {
    store_code: { code: string; sender_entity_id: string }[]
    sender_entities: { id: string; entity_code: string }[]
  }
  const id = store_code.find(({ code }) => code === store)?.sender_entity_id
  return sender_entities.find((entity) => entity.id === id)?.entity_code ?? ''
}

test('a pasted column that is longer than the rows in sight is told of', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await toSteps(page, 'panjang.csv', integrationFile('LONG-', 60))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('switch', { name: 'All columns' }).click()
  await cellsOf(page, 'quantity').first().focus()
  await paste(
    page,
    Array.from({ length: 60 }, () => '7'),
  )
  await page.getByText('Only 50 of 60 pasted cells').first().waitFor()
})

test('whoever cancels an upload that stores by itself reads that what is stored stays', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  const buffer = Buffer.from(integrationFile('STAY-', 250))
  // As it stands half-way; on the server it is a check, so that other tests meet none of its documents.
  await page.route(/\/api\/v1\/imports\/[0-9a-f-]{36}\/$/, async (route) => {
    const response = await route.fetch()
    const one = (await response.json()) as { counts: object }
    const half = { state: 'loading', finished_at: null, counts: { ...one.counts, stored: 120 } }
    await route.fulfill({ response, json: { ...one, ...half, check_only: false } })
  })
  await page.locator('input[type=file]').setInputFiles({ name: 'stay.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('switch', { name: 'Check only' }).click()
  await page.getByRole('button', { name: 'Check CSV' }).click()
  await page.getByRole('heading', { level: 1, name: 'stay.csv' }).waitFor()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('The 120 documents that are stored by then stay').waitFor()
  expect(await question.getByText('Nothing of this file is stored').count()).toBe(0)
})

test('what is typed of a column and is no field stays there, with an error', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await toSteps(page, 'jualan-kecil.csv', salesFile('KECIL-', 3))
  const field = page.getByRole('combobox', { name: /Field of column \w+, No Invois$/ })
  await field.click()
  await field.fill('Number of sorts')
  await page.getByRole('heading', { level: 1 }).click()
  expect(await field.inputValue()).toBe('Number of sorts')
  await page.getByRole('row', { name: 'No Invois' }).getByText('Please choose from the list.').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByText('Please choose from the list.').waitFor({ state: 'detached' })
})
