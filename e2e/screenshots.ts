/** `node e2e/screenshots.ts` pictures the screens that the README shows, from a product started for it. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { DESK, type Look, launchChromium, openWindow } from './chromium.ts'
import { fillSignIn } from './people.ts'
import { startProduct } from './product.ts'

/** The whole form, from its first card to the sums. */
const FORM_HEIGHT_PX = 1560
const FOLDER = join(import.meta.dirname, '../docs/images')

const PICTURES: { file: string; look: Look; show: (page: Page) => Promise<unknown> }[] = [
  {
    file: 'list-light.png',
    look: { width: DESK, scheme: 'light' },
    show: async (page) => {
      await page.goto('/dashboard/invoices')
      await page.getByRole('row').nth(10).waitFor()
    },
  },
  {
    file: 'form-dark.png',
    look: { width: DESK, scheme: 'dark' },
    show: async (page) => {
      await page.goto('/dashboard/create-document')
      await page.getByRole('link', { name: 'Office starter set' }).click()
      await page.getByRole('combobox', { name: 'Description, line 4' }).waitFor()
      await page.setViewportSize({ width: DESK, height: FORM_HEIGHT_PX })
    },
  },
]

const product = await startProduct()
const browser = await launchChromium()
try {
  await mkdir(FOLDER, { recursive: true })
  for (const { file, look, show } of PICTURES) {
    const page = await openWindow(browser, product.url, look)
    await page.goto('/')
    await fillSignIn(page, 'aminah@lulus.example', product.password)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await show(page)
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await page.evaluate('document.fonts.ready.then(() => null)')
    await page.screenshot({ path: join(FOLDER, file) })
    await page.context().close()
  }
} finally {
  await browser.close()
  await product.stop()
}
