/** Nothing that a clerk typed is lost, doubled or taken for something else. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { sendBack, submitInvoice } from './documents.ts'
import { choose, fill, fillLines, openMore } from './form.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const openForm = async (page: Page) => {
  await page.goto('/dashboard/invoices/create')
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Types as a person does, key by key, over what stands there. */
const type = async (page: Page, name: string, text: string) => {
  await field(page, name).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

const LINE = {
  ...{ description: 'Rental of a booth', classification: '022', quantity: '1', unit: 'EA' },
  ...{ unit_price: '500.00', tax_type: '06' },
}

const enterBooth = async (page: Page) => {
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Department Code', 'PEN01')
  await choose(page, 'Buyer', 'Ong Brothers')
  await fillLines(page, [LINE])
}

test('a date is the one that was typed, and what is none stays at its field with an error', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  for (const [typed, shown] of [
    ['22 Nov 2026', '22 Nov 2026'],
    ['22/11/2026', '22 Nov 2026'],
    ['22.11.26', '22 Nov 2026'],
    ['2026-11-22', '22 Nov 2026'],
    ['29 Feb 2028', '29 Feb 2028'],
  ] as const) {
    await type(page, 'Payment Due Date', typed)
    expect(await field(page, 'Payment Due Date').inputValue()).toBe(shown)
  }
  for (const typed of ['29 Feb 2027', '31/02/2026', 'tomorrow']) {
    await type(page, 'Payment Due Date', typed)
    expect(await field(page, 'Payment Due Date').inputValue()).toBe(typed)
    await page.getByText('Please enter a real date').first().waitFor()
  }
})

test('a reload while the document is sent makes no second one', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  await enterBooth(page)
  let stored = ''
  const reached = new Promise<void>((resolve) => {
    void page.route('**/submit-json/', async (route) => {
      // It arrives, and the answer is never seen.
      const answer = await route.fetch()
      stored = ((await answer.json()) as { Invoice_Numbers: string[] }).Invoice_Numbers[0] ?? ''
      resolve()
    })
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await reached
  // The route stays: lifting it now would hand the held call on, and its answer would come after all.
  await page.reload()
  await page.getByText('was being sent on').waitFor()
  await page.getByRole('button', { name: 'Continue with the draft' }).first().click()
  await page.getByRole('button', { name: 'Request Approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submission Successful' })
  await dialog.getByText(`Already stored as ${stored}`).waitFor()
  expect(await countOf('Rental of a booth')).toBe(1)
  await dialog.getByRole('button', { name: 'Create another' }).click()
  const description = page.getByRole('combobox', { name: 'Description, line 1', exact: true })
  await expect.poll(() => description.inputValue()).toBe('')
})

/** How many stored documents of Penang have this line. */
const countOf = async (description: string): Promise<number> => {
  const caller = await callAs('aminah')
  const list = await caller.get('/api/v1/summary-invoices/?sender_store_code=PEN01&page_size=200')
  const { results } = (await list.json()) as { results: { uuid: string }[] }
  const whole = await Promise.all(
    results.map(async ({ uuid }) => (await caller.get(`/api/v1/invoices/${uuid}/`)).text()),
  )
  return whole.filter((text) => text.includes(description)).length
}

test('drafts are offered until they are decided upon, and none is written over', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  for (const [kept, remark] of ['First draft', 'Second draft', 'Third draft'].entries()) {
    await openForm(page)
    await page
      .getByRole('list', { name: 'My drafts' })
      .waitFor({ state: kept === 0 ? 'detached' : 'visible' })
    await openMore(page)
    await fill(page, 'Remarks', remark)
    // Leaving keeps it.
    await page.goto('about:blank')
  }
  await openForm(page)
  const offers = page.getByRole('list', { name: 'My drafts' }).getByRole('listitem')
  await offers.nth(2).waitFor()
  expect(await offers.count()).toBe(3)
  await offers.last().getByRole('button', { name: 'Continue with the draft' }).click()
  expect(await field(page, 'Remarks').inputValue()).toBe('First draft')
  expect(await offers.count()).toBe(2)
  // What is typed beside an offer is not lost by taking the offer up: it is offered itself.
  await fill(page, 'Remarks', 'First draft, continued')
  await offers.last().getByRole('button', { name: 'Continue with the draft' }).click()
  expect(await field(page, 'Remarks').inputValue()).toBe('Second draft')
  expect(await offers.count()).toBe(2)
  await offers.first().getByRole('button', { name: 'Continue with the draft' }).click()
  expect(await field(page, 'Remarks').inputValue()).toBe('First draft, continued')
  // What is thrown away is asked for.
  for (const [answer, left] of [
    ['Go on editing', 2],
    ['Discard', 1],
  ] as const) {
    await offers.first().getByRole('button', { name: 'Discard it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: answer }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await offers.count()).toBe(left)
  }
})

test('who leaves the form of a template that was just saved stays where they went', async () => {
  const page = await open()
  await page.clock.install()
  await signIn(page, 'aminah')
  await openForm(page)
  await page.getByRole('button', { name: 'Save as Template' }).click()
  const panel = page.getByRole('dialog', { name: 'Save as Template' })
  await fill(page, 'Template Name', 'Left at once')
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  // What is typed until the form is left would be lost.
  expect(await page.locator('[inert] input').count()).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.clock.runFor(5_000)
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/customers')
})

test('what was typed into an edit is offered again after it was saved as a template', async () => {
  const { uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah', `/dashboard/invoices/edit/${uuid}`)
  await openMore(page)
  await fill(page, 'Remarks', 'With the missing point')
  await page.getByRole('button', { name: 'Save as Template' }).click()
  await fill(page, 'Template Name', 'Four points')
  const panel = page.getByRole('dialog', { name: 'Save as Template' })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/dashboard/create-document')
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByRole('button', { name: 'Continue with the draft' }).click()
  expect(await field(page, 'Remarks').inputValue()).toBe('With the missing point')
})

test('nor is a note that was saved as a template taken for all that it said', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Save as Template' }).click()
    await fill(page, 'Template Name', name)
    const panel = page.getByRole('dialog', { name: 'Save as Template' })
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL('**/dashboard/create-document')
  }
  const drafts = page.getByRole('list', { name: 'My drafts' })
  await openForm(page)
  await openMore(page)
  await fill(page, 'Remarks', 'Nothing but what a template keeps')
  await save('Monthly')
  await openForm(page)
  expect(await drafts.count()).toBe(0)

  await choose(page, 'Invoice Type', '02')
  await fill(page, 'Original Seller Invoice Number', 'INV-2026-7')
  await save('Monthly note')
  await openForm(page)
  await drafts.getByRole('button', { name: 'Continue with the draft' }).click()
  expect(await field(page, 'Original Seller Invoice Number').inputValue()).toBe('INV-2026-7')
})

test('who leaves a form that this browser has no room for is told that it is lost', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  await page.evaluate(`{
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, text) {
      if (key.startsWith('draft:')) throw new DOMException('Full.', 'QuotaExceededError')
      setItem.call(this, key, text)
    }
  }`)
  await openMore(page)
  await fill(page, 'Remarks', 'No room')
  await page.getByRole('link', { name: 'Customers' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this document?' })
  await question.getByText('could not be kept in this browser').waitFor()
  expect(await question.getByText('A draft stays in this browser').count()).toBe(0)
})

test('a pasted amount counts with its currency, and what is no amount is an error at once', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  await fillLines(page, [{ ...LINE, unit_price: 'RM 2,000.00' }])
  await page.getByRole('region', { name: 'Document Summary' }).getByText('2,000.00').first().waitFor()
  await type(page, 'Unit Price, line 1', 'two thousand')
  await page.getByText('Please enter a number.').first().waitFor()
  expect(await field(page, 'Unit Price, line 1').inputValue()).toBe('two thousand')
})

test('a date that LHDN’s record will not bear is told of at its field, and stops nothing', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  const told = page.getByText('LHDN’s record bears the date and time of sending')
  await page.getByText('Document Header').waitFor()
  expect(await told.count()).toBe(0)
  await type(page, 'Invoice Date', '3 Jan 2026')
  await told.waitFor()
  expect(await field(page, 'Invoice Date').getAttribute('aria-invalid')).not.toBe('true')
})

test('a form is sent as it is when it is sent, without waiting for the number that it shows', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/invoice_number*', async (route) => {
    await held.promise
    await route.continue()
  })
  await openForm(page)
  await enterBooth(page)
  const sent = page.waitForRequest('**/submit-json/')
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await sent
  await page.getByText('Submitting your invoice...').waitFor()
  held.resolve()
  await page
    .getByRole('dialog', { name: 'Submission Successful' })
    .getByText(/M-PEN01\d+/)
    .first()
    .waitFor()
})

test('a document that failed without a reason is told of in the specified words', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  await enterBooth(page)
  await page.route('**/submit-json/', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
  await page.getByRole('button', { name: 'Request Approval' }).click()
  const failure = page.getByRole('dialog', { name: 'Submission Error' })
  await failure.getByText('Error submitting invoice', { exact: true }).waitFor()
})

test('what is typed into a list is taken when the field is left by mouse, or stays with an error', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  const currency = page.getByRole('combobox', { name: 'Currency', exact: true })
  const wrong = page.getByText('Please choose from the list.')
  const typeAndLeave = async (text: string) => {
    await currency.click()
    await currency.fill(text)
    await field(page, 'Payment Due Date').click()
  }
  await typeAndLeave('usd')
  expect(await currency.inputValue()).toMatch(/^USD /)
  await typeAndLeave('galleons')
  await wrong.first().waitFor()
  expect(await currency.inputValue()).toBe('galleons')
  await typeAndLeave('Malaysian Ringgit')
  expect(await currency.inputValue()).toMatch(/^MYR /)
  expect(await wrong.count()).toBe(0)

  // Where LHDN takes any words, the list offers the usual ones.
  await openMore(page)
  await choose(page, 'Frequency of Billing', 'month', 'Monthly')
  const frequency = page.getByRole('combobox', { name: 'Frequency of Billing', exact: true })
  expect(await frequency.inputValue()).toBe('Monthly')
  await frequency.click()
  await page.getByRole('option', { name: 'Weekly', exact: true }).waitFor()
  await frequency.fill('Every 10 days')
  await field(page, 'Payment Due Date').click()
  expect(await frequency.inputValue()).toBe('Every 10 days')
  expect(await wrong.count()).toBe(0)

  const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true })
  await choose(page, 'Department Code', 'PEN01')
  await choose(page, 'Buyer', 'Ong Brothers')
  await buyer.click()
  await buyer.fill('Nobody of that name')
  await field(page, 'Payment Due Date').click()
  await wrong.first().waitFor()
  expect(await buyer.inputValue()).toBe('Nobody of that name')
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await page.getByRole('link', { name: /^Buyer/ }).waitFor()
})

test('a text that is too long is told of with its length, and not cut', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openForm(page)
  await openMore(page)
  const number = '4'.repeat(60)
  await field(page, 'Contract Number').click()
  await page.keyboard.insertText(number)
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await page.getByRole('link', { name: /Contract Number.*50 characters/ }).waitFor()
  expect(await field(page, 'Contract Number').inputValue()).toBe(number)
})

test('nor is the description of a saved item', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/items')
  await page.getByRole('button', { name: 'Add New Item' }).click()
  await field(page, 'Description').click()
  await page.keyboard.insertText('4'.repeat(320))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('At most 300 characters are allowed.').waitFor()
  expect(await field(page, 'Description').inputValue()).toHaveLength(320)
})
