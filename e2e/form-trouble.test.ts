/** Whatever happens while a form is sent, nothing typed is lost, nothing is stored twice, and who is second is told. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { declineReload } from './form.ts'
import { FORM_SCREENS, type FormScreen } from './form-screens.ts'
import { type Person, signIn } from './people.ts'
import { ofTurn } from './turn.ts'

const { open } = startBrowser({ close: 'file' })

/** Two tabs of each person for the whole file: signing in anew would cost more than the checks. */
const tabs = new Map<Person, readonly [Page, Page]>()
beforeAll(async () => {
  for (const who of new Set(FORM_SCREENS.map((screen) => screen.who))) {
    const page = await open()
    await signIn(page, who)
    tabs.set(who, [page, await page.context().newPage()])
  }
})

afterEach(async () => {
  for (const page of [...tabs.values()].flat()) await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const tabsOf = (who: Person) => {
  const pair = tabs.get(who)
  if (!pair) throw new Error(`${who} is not signed in.`)
  return pair
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const told = (page: Page, words: string) => page.getByText(words).first().waitFor()
/** The panel takes the focus once it is there; typing before that would land in its first field. */
const opened = (page: Page) => page.getByRole('dialog').locator(':focus').first().waitFor()
const rows = (page: Page, mark: string) => page.locator('[data-row]').filter({ hasText: mark })

/** The next call that writes to this path is answered so; `stored`: the server does it, and nobody hears of it. */
const fail = (page: Page, path: string, detail: string, { stored = false } = {}) => {
  let failed = false
  return page.route(
    (url) => url.pathname.startsWith(path),
    async (route) => {
      if (failed || route.request().method() === 'GET') return route.fallback()
      failed = true
      if (stored) await route.fetch()
      await route.fulfill({ status: 503, json: { detail, code: 'unavailable' } })
    },
  )
}

const UNSENT = 'What was not sent is sent once more by itself:'

/** `kept`: it is sent by itself later, which the banner says. */
const offline = async (page: Page, act: () => Promise<void>, { kept = false } = {}) => {
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await act()
  await failed
  await told(page, 'The server cannot be reached.')
  if (kept) await told(page, UNSENT)
  await page.context().setOffline(false)
}

/** Goes on from the form to where it is stored: at once, or by way of the question for a reason. */
const onToEnd = async (page: Page, { preview, save }: FormScreen) => {
  await page.getByRole('dialog').waitFor()
  if (!preview) return button(page, save)
  await button(page, save).click()
  await page.getByLabel('Reason').fill('A new shop')
  return button(page, 'Submit for approval')
}

/** A name of its own for each row, before those of all others in their lists. */
const markOf = ({ noun }: FormScreen) => `Aa ${noun} ${Date.now() % 1_000_000}`
const MARKED = ofTurn(FORM_SCREENS).map((screen) => ({ ...screen, mark: markOf(screen) }))

describe.each(MARKED)('$noun', (screen) => {
  const { call, preview = call, field, save, mark } = screen

  test('is added once, whatever becomes of the calls', async () => {
    const [page] = tabsOf(screen.who)
    await page.goto(screen.at)
    await button(page, screen.add).first().click()
    await opened(page)
    await screen.type(page, mark)
    const kept = async () => expect(await box(page, field).inputValue()).toBe(mark)

    await declineReload(page)
    await kept()
    // Only looked at, it is nothing that is sent again by itself.
    if (preview !== call) await offline(page, () => button(page, save).click())
    await kept()
    await fail(page, preview, `Away for ${mark}.`)
    await button(page, save).click()
    await told(page, `Away for ${mark}.`)
    await kept()

    const end = await onToEnd(page, screen)
    await fail(page, call, `Lost for ${mark}.`, { stored: true })
    await end.click()
    await told(page, `Lost for ${mark}.`)
    await kept()
    // What the server knows by its key is sent once more when it is there again, and the form is done.
    if (preview === call) await offline(page, () => end.click(), { kept: true })
    else await end.click()
    if (screen.done) await told(page, screen.done)
    await screen.after?.(page, mark)
    await page.goto(preview === call ? screen.at : '/admin/approval-requests')
    await rows(page, mark).first().waitFor()
    expect(await rows(page, mark).count()).toBe(1)
  })
})

/** What only adds has nothing that two could change. They come after all rows are there. */
const CHANGED = MARKED.flatMap((screen) => (screen.edit ? [{ ...screen, edit: screen.edit }] : []))

describe.each(CHANGED)('$noun', (screen) => {
  const { call, save, mark, edit } = screen

  test('is changed by two at once: the second is told, and saves once', async () => {
    const [mine, theirs] = tabsOf(screen.who)
    const start = async (page: Page, text: string) => {
      await page.goto(screen.at)
      await page.getByRole('button', { name: new RegExp(`^Edit .*${edit.row ?? mark}`) }).click()
      await opened(page)
      await box(page, edit.field).fill(text)
    }
    const [their_text, my_text] = edit.texts
    await start(mine, my_text)
    await start(theirs, their_text)
    await button(theirs, save).click()
    await told(theirs, edit.done)
    // The list behind the form follows, and the form stays upon what it was opened with.
    await rows(mine, their_text).first().waitFor()

    const form = mine.getByRole('dialog')
    const kept = async () => expect(await box(mine, edit.field).inputValue()).toBe(my_text)
    await button(mine, save).click()
    await told(mine, 'was changed by someone else.')
    await form.getByText('Somebody else changed this meanwhile.').waitFor()
    await kept()
    await fail(mine, call, `Lost for ${mark}.`, { stored: true })
    await button(mine, save).click()
    await told(mine, `Lost for ${mark}.`)
    await kept()
    await button(mine, save).click()
    await form.waitFor({ state: 'detached' })
    await rows(mine, my_text).first().waitFor()
    await screen.clean?.(mine)
  })
})
