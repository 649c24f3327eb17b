/** What holds for every list, played on each (`list-screens.ts`). Answers are held or replaced on the network. */
import type { Page, Request, Route } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { changeLook, DESK, LAPTOP, PHONE } from '../chromium.ts'
import { expectAccessible, expectReadable, expectWithinWidth } from '../judging/axe.ts'
import { findBeneathActions } from '../judging/whole.ts'
import { hearNoNews } from '../news.ts'
import { signIn } from '../people.ts'
import { ofTurn } from '../turn.ts'
import { answerWith, fillLists, isCall, nothingOf, shorten } from './fill-lists.ts'
import { LIST_SCREENS, type ListScreen } from './list-screens.ts'
import { live, markLive, walk } from './walk.ts'

const { open } = startBrowser({ close: 'file' })

/** One window for the whole file: signing in and loading the scripts anew would cost more than the checks. */
let page: Page
beforeAll(async () => {
  page = await open()
  await signIn(page, 'devi')
  const ids = await fillLists()
  for (const list of LIST_SCREENS)
    for (const [name, id] of Object.entries(ids)) {
      list.at = list.at.replace(`:${name}`, id)
      list.call = list.call.replace(`:${name}`, id)
    }
})

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await changeLook(page, {})
})

const LAST_CONTROL = { more: /^Load More$/, pages: /per page$/ }
const FORBIDDEN = { detail: 'You need the permission can_see_this_list.', code: 'flag_missing' }
const COUNT = 1000
const LOOKS = [
  [DESK, 'light', expectAccessible],
  [LAPTOP, 'light', expectWithinWidth],
  [PHONE, 'light', expectAccessible],
  [PHONE, 'dark', expectReadable],
  [LAPTOP, 'dark', expectWithinWidth],
  [DESK, 'dark', expectReadable],
] as const
const FILTERED = 'no row has this'

const row = (at: Page) => at.locator('tbody tr[data-row]').first()
const retry = (at: Page) => at.getByRole('button', { name: 'Retry' })
const range = (at: Page) => at.getByText(/ of [\d,]+ (documents|results)/i)
const query = () => new URL(page.url()).searchParams

/** Goes there as a link does: the screens are loaded already, which is most of what a page costs. */
const go = (address: string, at = page) =>
  at.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)

const show = async (list: ListScreen, search = '') => {
  // The rows of the screen before stand there until this one does.
  const left = new URL(page.url()).pathname !== list.at
  if (left)
    await page.evaluate("document.querySelectorAll('tbody').forEach((one) => { one.dataset.left = '' })")
  await go(`${list.at}${search}`)
  await page.locator('tbody:not([data-left]) tr[data-row]').first().waitFor()
}

/** The same from the start, with nothing of it known. */
const load = async (list: ListScreen, search = '') => {
  await page.goto(`${list.at}${search}`)
  await row(page).waitFor()
}

/** Holds the call until the returned function lets it go. */
const hold = async (list: ListScreen) => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(isCall(list), async (route) => {
    await gate
    await route.fallback()
  })
  return release
}

/** As many pages as one likes, each with the rows of the first. */
const multiply = (list: ListScreen) =>
  page.route(isCall(list), async (route: Route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('page')
    const response = await route.fetch({ url: url.href })
    await route.fulfill({ response, json: { ...(await response.json()), count: COUNT } })
  })

/** A log that goes on once, with the rows of its end, whatever is written to it meanwhile. */
const goOn = (list: ListScreen) => {
  let end: { id: string }[] = []
  return page.route(isCall(list), async (route: Route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('after')) {
      const results = end.map((one) => ({ ...one, id: `${one.id} again` }))
      await route.fulfill({ json: { next: null, results } })
      return
    }
    const response = await route.fetch()
    end = ((await response.json()) as { results: { id: string }[] }).results
    await route.fulfill({
      response,
      json: { next: `${url.origin}${url.pathname}?after=the+end`, results: end },
    })
  })
}

const inAddress = (name: string, value: string | null) =>
  page.waitForURL((url) => url.searchParams.get(name) === value)

/** Those that are played this time. */
const LISTS = ofTurn(LIST_SCREENS)

/** Those that have a part, for the checks of it. */
const having = <K extends keyof ListScreen>(part: K) =>
  LISTS.filter((list): list is ListScreen & Required<Pick<ListScreen, K>> => part in list)

/** What the kit does alike for each list is played on the first few; on all of them with LISTS=all. */
const ALL = process.env.LISTS === 'all'
const KIT_LISTS = ALL ? LISTS.length : 3
/** One look of each list, by turns; with LISTS=all each of them. */
const looksOf = (list: ListScreen) =>
  LOOKS.filter((_, at) => ALL || at === LIST_SCREENS.indexOf(list) % LOOKS.length)
const firstHaving = <K extends keyof ListScreen>(part: K) => having(part).slice(0, KIT_LISTS)

const openFilters = async (label: string) => {
  const button = page.getByRole('button', { name: 'Show Filters' })
  if (await button.count()) await button.click()
  await page.getByRole('textbox', { name: label }).waitFor()
}

describe.each(LISTS)('$at', (list) => {
  test('waits with a skeleton, and then shows what everybody can use, in each look', async () => {
    await shorten(page, list)
    const release = await hold(list)
    await go(list.at)
    await page.locator('[aria-busy="true"]').first().waitFor()
    expect(await page.getByText(list.empty).count()).toBe(0)
    expect(await range(page).count()).toBe(0)
    release()
    await row(page).waitFor()
    expect(await page.locator('thead th').count()).toBe(list.columns)
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
    if (!list.wide) expect(await findBeneathActions(page)).toEqual([])
    for (const [width, scheme, judge] of looksOf(list)) {
      await changeLook(page, { width, scheme })
      await page.locator('[data-row]').first().waitFor()
      await judge(page, `${list.at}, ${width} ${scheme}`)
    }
  })

  test('can be walked through by keyboard', async () => {
    const { opens, filter, sort } = list
    if (list.more) await goOn(list)
    await (list.more || opens ? load(list) : show(list))
    if (filter) await openFilters(filter.label)
    const control = opens?.control ?? (list.more ? LAST_CONTROL.more : LAST_CONTROL.pages)
    const walked = await walk(page, control)
    expect(walked.at(-1)).toMatch(control)
    expect(walked).toEqual(expect.arrayContaining([filter?.label, sort?.head].filter(Boolean)))
    if (!opens) return
    await page.keyboard.press('Enter')
    await opens.shown(page)
  })

  test('says why it is empty, and offers no filter to lift', async () => {
    await answerWith(page, list, 200, nothingOf(list))
    await page.goto(list.at)
    await page.getByText(list.empty).waitFor()
    expect(await retry(page).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Reset Filters' }).count()).toBe(0)
  })
})

describe.each(LISTS)('$at', (list) => {
  test('says which permission is missing, and offers nothing to try again', async () => {
    await answerWith(page, list, 403, FORBIDDEN)
    await page.goto(list.at)
    await page.getByText(FORBIDDEN.detail).waitFor()
    expect(await retry(page).count()).toBe(0)
    expect(await page.getByText(list.empty).count()).toBe(0)
    // It is no failure: no toast tells it as one.
    await page.getByRole('button', { name: 'Recent errors: 0' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe.each(firstHaving('page_sizes'))('$at', (list) => {
  test('reads of the address what it knows, and asks for nothing else', async () => {
    const asked: string[] = []
    const note = (request: Request) => asked.push(request.url())
    page.on('request', note)
    await load(list, '?ref=mail&page=0&page_size=77&sort_by=password')
    page.off('request', note)
    const calls = asked.filter((url) => isCall(list)(new URL(url)))
    expect(calls.length).toBeGreaterThan(0)
    for (const part of ['ref=', 'page=0', 'page_size=77', 'password']) {
      expect(calls.filter((url) => url.includes(part))).toEqual([])
    }
    expect(await page.getByRole('list', { name: 'Filters in force' }).count()).toBe(0)
  })

  test('turns its pages in the address, and Back turns them back', async () => {
    await multiply(list)
    await load(list)
    const release = await hold(list)
    await page.getByRole('button', { name: 'Next' }).click()
    await inAddress('page', '2')
    await page.locator('[data-dimmed="true"]').waitFor()
    await row(page).waitFor()
    release()
    await page.locator('[data-dimmed="false"]').first().waitFor()
    await page
      .getByRole('combobox', { name: 'Rows per page' })
      .selectOption({ label: `${list.page_sizes.at(-1)} per page` })
    await inAddress('page_size', String(list.page_sizes.at(-1)))
    expect(query().get('page')).toBeNull()
    await page.goBack()
    await inAddress('page', '2')
    await page.goBack()
    await inAddress('page', null)
    await row(page).waitFor()
  })

  test('says that there is no such page, and offers the last one', async () => {
    await page.goto(`${list.at}?page=999`)
    await page.getByText('There is no page 999.').waitFor()
    expect(await range(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await page.waitForURL((url) => url.searchParams.get('page') !== '999')
    await range(page).waitFor()
    await row(page).waitFor()
  })
})

describe.each(firstHaving('more'))('$at', (list) => {
  test('reads on below what is there, and keeps that when it fails', async () => {
    await goOn(list)
    await load(list)
    const rows = page.locator('tbody tr[data-row]')
    const count = await rows.count()
    const more = page.getByRole('button', { name: 'Load More' })
    await page.route(isCall(list), (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }), {
      times: 1,
    })
    await more.click()
    await page
      .getByText(list.failed ?? 'Failed to load logs. Please try again.')
      .first()
      .waitFor()
    expect(await rows.count()).toBe(count)
    await more.click()
    await expect.poll(() => rows.count()).toBe(2 * count)
    expect(await more.count()).toBe(0)
  })
})

describe.each(having('sort'))('$at', (list) => {
  test('sorts in the address, and Back undoes it', async () => {
    await show(list)
    const head = page.getByRole('columnheader', { name: list.sort.head, exact: true })
    await head.getByRole('button').click()
    await inAddress('sort_order', 'asc')
    expect(query().get('sort_by')).toBe(list.sort.by)
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await page.goBack()
    await inAddress('sort_by', null)
    const order = () => head.getAttribute('aria-sort')
    await expect.poll(order).toBe(list.sort.usual ?? 'none')
    if (!list.sort.usual) return
    // Turned round with each click: without an order it would stand as before.
    for (const next of ['ascending', 'descending', 'ascending']) {
      await head.getByRole('button').click()
      await expect.poll(order).toBe(next)
    }
  })
})

describe.each(having('filter'))('$at', (list) => {
  test('filters in the address, and Back and Reset Filters undo it', async () => {
    const { name, label, apply, nothing_found } = list.filter
    await show(list)
    await openFilters(label)
    const field = page.getByRole('textbox', { name: label })
    await markLive(page)
    await field.fill(`  ${FILTERED} `)
    await page.getByRole('button', { name: apply, exact: true }).click()
    await inAddress(name, FILTERED)
    await page.getByText(nothing_found).waitFor()
    await live(page, nothing_found).waitFor()
    expect(await page.getByText(list.empty).count()).toBe(0)
    expect(await field.inputValue()).toBe(FILTERED)
    await page.goBack()
    await inAddress(name, null)
    await row(page).waitFor()
    if (list.page_sizes) await live(page, / of [\d,]+ /).waitFor()
    expect(await field.inputValue()).toBe('')
    await field.fill(FILTERED)
    await page.keyboard.press('Enter')
    await page.getByText(nothing_found).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
    await page.getByRole('button', { name: 'Reset Filters' }).last().click()
    await page.waitForURL((url) => url.search === '')
    await row(page).waitFor()
  })
})

describe.each(firstHaving('filter'))('$at', (list) => {
  test('keeps its filters behind a button on a phone', async () => {
    await changeLook(page, { width: PHONE })
    await page.goto(list.at)
    const field = page.getByRole('textbox', { name: list.filter.label })
    await page.locator('[data-row]').first().waitFor()
    expect(await field.count()).toBe(0)
    const button = page.getByRole('button', { name: 'Filters' })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.click()
    await field.fill(FILTERED)
    await page.keyboard.press('Enter')
    await page.getByText(list.filter.nothing_found).waitFor()
    await expectAccessible(page, `${list.at}, filtered on a phone`)
  })
})

test('a list that was not loaded says so, is never called empty, and comes with Retry', async () => {
  // In a window that knows none of them yet.
  const own = await page.context().newPage()
  await hearNoNews(own)
  await own.goto('/dashboard')
  for (const list of LISTS) {
    const its = isCall(list)
    // One that is away would be asked again by itself, which takes the button away meanwhile.
    await own.route(its, (route) => route.fulfill({ status: 500, json: {} }))
    await go(list.at, own)
    await own.getByText('The list could not be loaded.').waitFor()
    for (const words of [list.empty, list.filter?.nothing_found ?? list.empty]) {
      expect(await own.getByText(words).count(), list.at).toBe(0)
    }
    expect(await range(own).count(), list.at).toBe(0)
    await own.unroute(its)
    await retry(own).click()
    await row(own).waitFor()
  }
  await own.close()
})
