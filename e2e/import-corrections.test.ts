import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { integrationFile } from './import-file.ts'
import { signIn } from './people.ts'

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
