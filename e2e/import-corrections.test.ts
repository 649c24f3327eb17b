import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { declineReload } from './form.ts'
import { integrationFile } from './import-file.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

test('rows that are asked for while a correction is on its way know of it', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.goto('/dashboard/create-document')
  const lines = integrationFile('COR-', 4).split('\n')
  const faulty = lines.map((line, at) =>
    at === 1 || at === 2 ? line.replace(',10,12.50,', ',0,12.50,') : line,
  )
  const file = { name: 'corrections.csv', mimeType: 'text/csv', buffer: Buffer.from(faulty.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Match and check in steps' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()

  const rows = page.getByRole('region', { name: 'Rows of the file' }).locator('[data-row]')
  const faults = rows.locator('[aria-invalid=true]')
  await expect.poll(() => faults.count()).toBe(2)
  for (const [show, listed, left] of [
    ['All', 4, 1],
    ['Good', 4, 0],
  ] as const) {
    const held = Promise.withResolvers<() => void>()
    const hold = async (route: Route) => {
      await new Promise<void>((release) => held.resolve(release))
      await route.continue()
    }
    await page.route('**/cells/', hold, { times: 1 })
    await faults.first().fill('3')
    await page.getByRole('button', { name: new RegExp(`^${show} ?\\d`) }).click()
    const release = await held.promise
    await page.waitForURL(new RegExp(`show=${show.toLowerCase()}`))
    release()
    await expect.poll(() => rows.count()).toBe(listed)
    await expect.poll(() => faults.count()).toBe(left)
  }
})

/** A file of good rows at its last step, all its columns in sight. */
const openGood = (page: Page, prefix: string) => openFile(page, prefix, integrationFile(prefix, 3))

const openFile = async (page: Page, prefix: string, file: string) => {
  await signIn(page, 'aminah', '/dashboard/create-document')
  const buffer = Buffer.from(file)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${prefix}.csv`, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Match and check in steps' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('switch', { name: 'All columns' }).click()
  return (row: number) => page.getByRole('textbox', { name: `quantity, row ${row}`, exact: true })
}

const store = async (page: Page) => {
  await page.getByRole('button', { name: 'Store 3 documents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Store', exact: true }).click()
}

/** The quantities that were stored, by number. */
const stored = async (prefix: string) => {
  const caller = await callAs('aminah')
  const list = await caller.get(`/api/v1/summary-invoices/?invoice_number=${prefix}`)
  const { results } = (await list.json()) as { results: { uuid: string }[] }
  const all = await Promise.all(
    results.map(async ({ uuid }) => {
      const whole = await caller.get(`/api/v1/invoices/${uuid}/`)
      const { invoice_number, items } = (await whole.json()) as {
        invoice_number: string
        items: { quantity: string }[]
      }
      return [invoice_number, Number(items[0]?.quantity)] as const
    }),
  )
  return Object.fromEntries(all)
}

test('a correction that did not arrive says so, is sent again, and nothing is stored without it', async () => {
  const page = await open()
  const quantity = await openGood(page, 'LOST-')
  await page.context().setOffline(true)
  await quantity(2).fill('99')
  await quantity(2).press('Tab')
  await page.getByText('1 correction is not written yet').waitFor()
  await page.context().setOffline(false)
  // Other rows are another look at the same step; its end is asked for.
  await page.getByRole('button', { name: /^Good ?\d/ }).click()
  await page.waitForURL('**show=good**')
  for (const leave of ['Match columns again', 'My Uploads']) {
    await page.getByRole(leave === 'My Uploads' ? 'link' : 'button', { name: leave }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go on editing' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect(await quantity(2).inputValue()).toBe('99')
  const storing = page.getByRole('button', { name: 'Store 3 documents' })
  expect(await storing.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('1 correction is not written yet').waitFor({ state: 'detached' })
  await store(page)
  await page.getByText('3 documents are stored').waitFor()
  expect(await stored('LOST-')).toMatchObject({ 'LOST-1': 99, 'LOST-2': 10, 'LOST-3': 10 })
})

test('a tab with corrections on their way asks before it is closed, and no more once they arrived', async () => {
  const page = await open()
  const quantity = await openGood(page, 'WAY-')
  const held = Promise.withResolvers<void>()
  await page.route('**/cells/', async (route) => {
    await held.promise
    await route.continue()
  })
  await quantity(2).fill('99')
  await quantity(2).press('Tab')
  await declineReload(page)
  const written = page.waitForResponse('**/cells/')
  held.resolve()
  await (await written).finished()
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('what is corrected just before storing is stored as it was corrected', async () => {
  const page = await open()
  const quantity = await openGood(page, 'LATE-')
  const held = Promise.withResolvers<void>()
  const calls: string[] = []
  page.on('request', (request) => {
    const name = /(cells|store)\/$/.exec(request.url())?.[1]
    if (name) calls.push(name)
  })
  await page.route('**/cells/', async (route) => {
    await held.promise
    await route.continue()
  })
  for (const row of [2, 3, 4]) {
    await quantity(row).fill(String(row * 10))
    await quantity(row).press('Tab')
  }
  await page.getByRole('button', { name: 'Store 3 documents' }).click()
  held.resolve()
  await page.getByRole('dialog').getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByText('3 documents are stored').waitFor()
  expect(calls).toEqual(['cells', 'cells', 'cells', 'store'])
  expect(await stored('LATE-')).toMatchObject({ 'LATE-1': 20, 'LATE-2': 30, 'LATE-3': 40 })
})

test('the question before storing counts what was corrected a moment ago', async () => {
  const page = await open()
  const [head = '', first = '', ...others] = integrationFile('COUNT-', 3).split('\n')
  const file = [head, first.replace(',10,12.50,', ',0,12.50,'), ...others].join('\n')
  const quantity = await openFile(page, 'COUNT-', file)
  const held = Promise.withResolvers<void>()
  await page.route('**/cells/', async (route) => {
    await held.promise
    await route.continue()
  })
  await quantity(2).fill('12')
  const button = page.getByRole('button', { name: 'Store 2 documents' })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  held.resolve()
  const dialog = page.getByRole('dialog', { name: 'Store 3 documents?' })
  await dialog.waitFor()
  expect(await dialog.getByText(/stays? behind/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Store 3 documents')
})

test('what is taken back is gone from its cell, and looking at it there does not write it again', async () => {
  const page = await open()
  const quantity = await openGood(page, 'BACK-')
  await quantity(2).fill('99')
  await quantity(2).press('Tab')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => quantity(2).inputValue()).toBe('10')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await quantity(2).focus()
  await quantity(2).press('Tab')
  await quantity(3).fill('30')
  await quantity(3).press('Tab')
  await expect.poll(() => calls.filter((path) => path.endsWith('/cells/')).length).toBe(1)
  expect(await quantity(2).inputValue()).toBe('10')
})
