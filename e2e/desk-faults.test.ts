/** What people see, read and reach by keyboard at the desk: each was once a fault of a screen in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook } from './chromium.ts'
import { measureEdges, measureWords } from './contrast.ts'
import { fillSignIn, signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })

/** One window for the whole file: signing in anew costs more than the checks. */
let page: Page
beforeAll(async () => {
  page = await open()
  await signIn(page, 'devi')
})

describe('colours', () => {
  const SCHEMES = ['light', 'dark'] as const

  test('of a sign-in that failed can be read', async () => {
    const stranger = await open()
    await stranger.goto('/')
    await fillSignIn(stranger, 'nobody@lulus.example', 'wrong')
    await stranger.getByRole('alert').waitFor()
    for (const scheme of SCHEMES) {
      await changeLook(stranger, { scheme })
      const words = await measureWords(stranger, '[role=alert]')
      expect(words.length, scheme).toBeGreaterThan(0)
      expect(
        words.filter(({ ratio }) => ratio < 4.5),
        scheme,
      ).toEqual([])
    }
  })

  test.each(['/dashboard/invoices/create', '/dashboard/invoices/approval'])(
    'of fields, boxes and switches on %s show where they are',
    async (path) => {
      await page.goto(path)
      await page.getByRole('main').getByRole('combobox').first().waitFor()
      for (const scheme of SCHEMES) {
        await changeLook(page, { scheme })
        const edges = await measureEdges(page)
        expect(edges.length, scheme).toBeGreaterThan(2)
        expect(
          edges.filter(({ ratio }) => ratio < 3),
          scheme,
        ).toEqual([])
      }
      await changeLook(page, {})
    },
  )
})
