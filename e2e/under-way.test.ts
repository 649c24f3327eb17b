/** What is typed, or given up, while a save is under way or waits for the network. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fillLines } from './form.ts'
import { FORM_SCREENS, type FormScreen } from './form-screens.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const UNSENT = 'What was not sent is sent once more by itself:'

const panel = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') })
const inPanel = (page: Page, name: string) => panel(page).getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const screenOf = (noun: string) => FORM_SCREENS.find((screen) => screen.noun === noun) as FormScreen

/** Calls of this method to this path wait until they are let go, with this answer or the server's. */
const hold = async (page: Page, method: string, path: string) => {
  const held = Promise.withResolvers<{ status: number; json: object } | undefined>()
  await page.route(
    (url) => url.pathname.startsWith(path),
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      const answer = await held.promise
      return answer ? route.fulfill(answer) : route.fallback()
    },
  )
  return held.resolve
}

const start = async (page: Page, { at, add, type }: FormScreen, mark: string) => {
  if (at !== new URL(page.url()).pathname) await page.goto(at)
  await page.getByRole('button', { name: add, exact: true }).first().click()
  await panel(page).locator(':focus').first().waitFor()
  await type(page, mark)
}

test('what was not sent and is discarded is not sent afterwards', async () => {
  const page = await open()
  const screen = screenOf('an API key')
  const mark = `Given up ${Date.now()}`
  await signIn(page, screen.who, '/admin')
  await page.locator(`a[href="${screen.at}"]`).first().click()
  const discard = page.getByRole('dialog', { name: 'Discard what you typed?' })
  for (const leave of [() => press(page, 'Cancel'), () => page.goBack()]) {
    await start(page, screen, mark)
    await page.context().setOffline(true)
    await press(page, screen.save)
    await page.getByText(UNSENT).waitFor()
    await leave()
    await discard.getByText('It may have been saved all the same.').waitFor()
    await discard.getByRole('button', { name: 'Discard' }).click()
    await panel(page).waitFor({ state: 'detached' })
    await page.getByText('What you see may be old.').waitFor()
    expect(await page.getByText(UNSENT).count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  }
  await page.goto(screen.at)
  await page.locator('[data-row]').first().waitFor()
  expect(await page.locator('[data-row]').filter({ hasText: mark }).count()).toBe(0)
})

test('nothing can be typed into a form that is being saved, and it goes on where it was', async () => {
  const page = await open()
  const screen = screenOf('a user')
  await signIn(page, screen.who, screen.at)
  await start(page, screen, `Aa way ${Date.now() % 1_000_000}`)
  const [email, name] = [inPanel(page, 'Email'), inPanel(page, 'First Name')]
  const answer = await hold(page, 'POST', screen.call)
  await email.press('Enter')
  await expect.poll(() => name.isDisabled()).toBe(true)
  answer({ status: 400, json: { first_name: ['Not this one.'], code: 'invalid_fields' } })
  await panel(page).getByText('Not this one.').waitFor()
  await name.and(page.locator(':focus')).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  const again = await hold(page, 'POST', screen.call)
  await name.press('Enter')
  await expect.poll(() => name.isDisabled()).toBe(true)
  again({ status: 503, json: { detail: 'Not now.', code: 'unavailable' } })
  await page.getByText('Not now.').waitFor()
  await name.and(page.locator(':focus')).waitFor()
})

test('nor into a document that is being sent, of which the way out is asked as ever', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Department Code', 'PEN01')
  await choose(page, 'Buyer', 'Ong Brothers')
  await fillLines(page, [
    {
      ...{ description: 'Hire of a crane', classification: '022', quantity: '1', unit: 'EA' },
      ...{ unit_price: '500.00', tax_type: '06' },
    },
  ])
  const price = page.getByRole('textbox', { name: 'Unit Price, line 1', exact: true })
  const request = page.getByRole('button', { name: 'Request Approval', exact: true })
  const sending = page.getByText('Submitting your invoice...')
  const answer = await hold(page, 'POST', '/api/v1/integration/submit-json/')
  await request.press('Enter')
  await sending.waitFor()
  const resting = page.locator('[inert] input')
  await resting.first().waitFor()
  await page.keyboard.press('Shift+Tab')
  expect(await resting.and(page.locator(':focus')).count()).toBe(0)
  await expectAccessible(page, 'a document that is being sent')
  answer({ status: 502, json: {} })
  const failure = page.getByRole('dialog', { name: 'Submission Error' })
  await failure.getByRole('button', { name: 'Close', exact: true }).last().click()
  await failure.waitFor({ state: 'detached' })
  await request.and(page.locator(':focus')).waitFor()
  expect(await resting.count()).toBe(0)
  await price.fill('501.00')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  const again = await hold(page, 'POST', '/api/v1/integration/submit-json/')
  await request.press('Enter')
  await sending.waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('link', { name: 'Customers', exact: true }).press('Enter')
  const leave = page.getByRole('dialog', { name: 'Leave this document?' })
  await leave.getByText('It was sent, and may have been saved as it was then.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await leave.getByRole('button', { name: 'Cancel', exact: true }).click()
  await leave.waitFor({ state: 'detached' })
  again(undefined)
  await page.getByRole('dialog', { name: 'Submission Successful' }).waitFor()
})

test('nor can a preference be ticked that would not be saved', async () => {
  const page = await open()
  await signIn(page, 'gita', '/dashboard/my-account?tab=notifications')
  const box = page.getByRole('checkbox', { checked: true, disabled: false }).first()
  await box.waitFor()
  const name = await box.getAttribute('value')
  const mine = page.locator(`input[value="${name}"]`)
  await mine.uncheck()
  const answer = await hold(page, 'PATCH', '/api/v1/user-profile/')
  await press(page, 'Save Preferences')
  await expect.poll(() => mine.isDisabled()).toBe(true)
  answer(undefined)
  await page.getByText('Notification preferences updated successfully!').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await mine.and(page.locator(':enabled')).check()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await press(page, 'Save Preferences')
  expect((await saved).ok()).toBe(true)
})

test('a comment that was sent once the network was back is not sent along with Save', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/support?tab=all')
  await page.getByRole('row').filter({ hasText: 'DEF-' }).first().click()
  const comment = inPanel(page, 'Comment')
  const words = `Seen again, ${Date.now()}`
  await comment.fill(words)
  await page.context().setOffline(true)
  await press(page, 'Add Comment')
  await page.getByText(UNSENT).waitFor()
  await page.context().setOffline(false)
  await page.getByText('Comment added.').waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')
  expect(await panel(page).getByRole('list', { name: 'Comments' }).getByText(words).count()).toBe(1)
})

test('a comment is not sent where it was discarded, nor twice where it is saved along', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/support?tab=all')
  const row = page.getByRole('row').filter({ hasText: 'DEF-' }).first()
  const words = `Said once, ${Date.now()}`
  const addOffline = async () => {
    await row.click()
    await inPanel(page, 'Comment').fill(words)
    await page.context().setOffline(true)
    await press(page, 'Add Comment')
    await page.getByText(UNSENT).waitFor()
  }
  await addOffline()
  await press(page, 'Cancel')
  const discard = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await discard.getByText('It may have been saved all the same.').waitFor()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await panel(page).waitFor({ state: 'detached' })
  await page.getByText('What you see may be old.').waitFor()
  expect(await page.getByText(UNSENT).count()).toBe(0)
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })

  await addOffline()
  await press(page, 'Save')
  await page.getByText('Error updating defect. Please try again.').first().waitFor()
  expect(await page.getByRole('button', { name: /^Do not send: / }).count()).toBe(1)
  await page.context().setOffline(false)
  await page.getByText('Defect updated successfully!').waitFor()
  await panel(page).waitFor({ state: 'detached' })
  await row.click()
  const comments = panel(page).getByRole('list', { name: 'Comments' })
  await comments.getByText(words).first().waitFor()
  expect(await comments.getByText(words).count()).toBe(1)
})
