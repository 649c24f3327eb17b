/** A rule is made on the screens, stops what breaks it with its message, and ends when it is deleted. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fill } from './form.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const saved = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const row = (page: Page, text: string) => page.locator('tbody tr[data-row]').filter({ hasText: text })

const DOCUMENT = {
  ...{ invoice_type: '01', sender_store_code: 'KUL01', invoice_currency: 'MYR' },
  customer: {
    ...{ name: 'Perniagaan Seri Jaya Sdn Bhd', tin_no: 'C25845632020' },
    ...{ identity_type: 'BRN', identity_number: '201901012345', contact_number: '+60312345678' },
    ...{
      address1: '12 Jalan Tun Razak',
      zipcode: '50400',
      city: 'Kuala Lumpur',
      state: '14',
      country: 'MYS',
    },
  },
  items: [
    {
      ...{ classification: '022', item_description: 'Kertas A4', unit_price: '12.50', quantity: '10' },
      ...{ tax_type: '01', tax_rate: '10', unit_of_measurement: 'EA' },
    },
  ],
}

test('a formula is told its fault, stops a document once it is saved, and no more when it is deleted', async () => {
  const { post } = await callAs('aminah')
  // Other tests submit documents at the same time, so the rule speaks of this number alone.
  const agent_number = 'E2E-RULES'
  const submit = () =>
    post('/api/v1/integration/submit-json/', [{ invoices_data: { ...DOCUMENT, agent_number } }])

  const page = await open()
  await signIn(page, 'devi')
  await page.getByRole('link', { name: 'Data Mapping' }).click()
  await page.getByRole('link', { name: 'Validation Rules' }).click()
  await page.getByRole('button', { name: 'Add Validation Rule' }).click()
  await choose(page, 'Field', 'contract', 'Contract Number')
  await choose(page, 'Condition', 'Formula')
  const showAs = (as: string) =>
    page.getByRole('radiogroup', { name: 'How the formula is shown' }).getByText(as, { exact: true }).click()
  await showAs('Text')
  // What rows cannot show stays a text, letter for letter.
  await fill(page, 'Value/Formula', 'size(items)  > 0')
  await showAs('Rows')
  await page.getByText('Rows cannot show this formula, so it stays a text.').waitFor()
  const text = page.getByRole('textbox', { name: 'Value/Formula' })
  expect(await text.inputValue()).toBe('size(items)  > 0')
  await fill(page, 'Value/Formula', 'agent_number != "E2E-RULES" || contract_numbr != ""')
  await fill(page, 'Error Message', 'The contract is missing.')
  await save(page)
  await page.getByText('There is no field “contract_numbr” here; did you mean contract_number?').waitFor()
  await fill(page, 'Value/Formula', 'agent_number != "E2E-RULES" || contract_number != ""')
  await page.getByRole('button', { name: 'Try on past documents' }).click()
  await page.getByText(/^Would have stopped 0 of (?:the latest )?\d+ documents/).waitFor()
  // A document that it would stop is no example of one that should pass.
  const taken = (await (await submit()).json()) as { UUIDs: string[]; Invoice_Numbers: string[] }
  const [number] = taken.Invoice_Numbers
  await fill(page, 'Document', taken.UUIDs[0] ?? '')
  await page.getByRole('button', { name: 'Should pass' }).click()
  const examples = page.getByRole('region', { name: 'Examples' })
  await examples.getByText('Would be stopped').waitFor()
  await save(page)
  await page.getByText(new RegExp(`The example ${number} should pass, but this rule stops it`)).waitFor()
  await examples.getByRole('listitem').getByText('Should be stopped').click()
  await examples.getByText('Holds').waitFor()
  await save(page)
  await saved(page, 'Validation rule added successfully')

  const refused = await submit()
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { contract_number: ['The contract is missing.'] },
  ])

  await traceFrom(page, taken.UUIDs[0] ?? '')

  await page.goto('/data-mapping/validation-rules')
  await page.getByRole('button', { name: /^Edit Contract Number agent_number/ }).click()
  expect(await page.getByRole('combobox', { name: 'Field', exact: true }).isDisabled()).toBe(true)
  // The same as rows and as a sentence; a row more is a part of the text.
  await page.getByText('Agent Number is not E2E-RULES or Contract Number is not empty').waitFor()
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('combobox', { name: 'Field, row 3' }).selectOption('total_payable_amount')
  await page.getByRole('combobox', { name: 'Operator, row 3' }).selectOption('is over')
  await page.getByRole('textbox', { name: 'Value, row 3' }).fill('1000000')
  await page.getByText('or Total payable is over 1,000,000').waitFor()
  await showAs('Text')
  const written = 'agent_number != "E2E-RULES" || contract_number != "" || total_payable_amount > 1000000'
  expect(await text.inputValue()).toBe(written)
  await fill(page, 'Error Message', 'Please name the contract.')
  await save(page)
  await saved(page, 'Validation rule updated successfully')
  await row(page, 'Please name the contract.').waitFor()

  // Back in one click: the words of the first version, as a third one.
  await page.getByRole('button', { name: /^Edit Contract Number agent_number/ }).click()
  await page.getByText('Version 2').waitFor()
  // What is typed beside them goes only when that is said.
  await fill(page, 'Error Message', 'Half of another')
  await page.getByRole('button', { name: 'Back to this' }).click()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Go on editing' }).click()
  expect(await page.getByRole('textbox', { name: 'Error Message', exact: true }).inputValue()).toBe(
    'Half of another',
  )
  await page.getByRole('button', { name: 'Back to this' }).click()
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await row(page, 'The contract is missing.').waitFor()

  await page.getByRole('button', { name: /^Edit Contract Number agent_number/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Keep it' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await saved(page, 'Validation rule deleted successfully')
  await row(page, 'The contract is missing.').waitFor({ state: 'detached' })
  expect((await submit()).status).toBe(200)
})

test('who may not save a rule alone is led to asking for it, sees that it waits, and takes it back', async () => {
  const page = await open()
  await signIn(page, 'ezra', '/data-mapping/validation-rules')
  await page.getByRole('button', { name: 'Add Validation Rule' }).first().click()
  await choose(page, 'Field', 'agent', 'Agent Number')
  await fill(page, 'Value/Formula', '(E2E-ASK.*)?')
  await fill(page, 'Error Message', 'Only our own agents.')
  await save(page)
  const question = page.getByRole('dialog', { name: 'Ask another person to approve this rule?' })
  await question.getByText('you do not have all of them').waitFor()
  await question.getByRole('textbox', { name: 'Reason' }).fill('Penang has agents of its own.')
  // Who thinks better of it has not asked, also where it waits for the network.
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Submit for approval' }).click()
  const unsent = page.getByText('What was not sent is sent once more by itself:')
  await unsent.waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await unsent.waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })

  await save(page)
  await question.getByRole('textbox', { name: 'Reason' }).fill('Penang has agents of its own.')
  await question.getByRole('button', { name: 'Submit for approval' }).click()
  await saved(page, 'Validation rule request submitted for approval.')

  const line = page.getByRole('listitem').filter({ hasText: 'Create validation rule Agent Number regex' })
  await line.getByText('Change requested by Ezra Lasimbang').waitFor()
  await readsWhatItStops('Penang has agents of its own.')
  await line.getByRole('button', { name: 'Withdraw' }).click()
  const sure = page.getByRole('dialog', { name: /^Withdraw request \d+\?$/ })
  await sure.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await saved(page, 'Request withdrawn.')
  await line.waitFor({ state: 'detached' })
})

/** Who decides reads what the rule would have stopped; rights are none of its matter. */
const readsWhatItStops = async (reason: string) => {
  const page = await open()
  await signIn(page, 'farid', '/admin/approval-requests')
  const asked = row(page, reason)
  await asked.getByText(/^When this was asked for, it would have stopped [\d,]+ of .* documents/).waitFor()
  expect(await asked.getByText('Nobody gains or loses').count()).toBe(0)
  await asked.getByRole('button', { name: /^Approve request/ }).click()
  const question = page.getByRole('dialog', { name: /^Approve request/ })
  await question.getByText(/^When this was asked for/).waitFor()
  expect(await question.getByText('Nobody gains or loses').count()).toBe(0)
  await page.close()
}

test('to go back to a version goes on upon the one that a refusal named', async () => {
  const { post, put } = await callAs('farid')
  const path = '/api/v1/inputvalidation/validation-rules/'
  const rule = { field: 'agent_number', condition: 'regex', value: '.*|E2E-BACK' }
  const say = (error_message: string) => ({ ...rule, error_message })
  const { id } = (await (await post(path, say('First words.'))).json()) as { id: string }
  await put(`${path}${id}/`, say('Second words.'))
  const page = await open()
  await signIn(page, 'devi', '/data-mapping/validation-rules')
  const edit = page.getByRole('button', { name: 'Edit Agent Number .*|E2E-BACK' })
  await edit.click()
  await page.getByText('Version 2').waitFor()
  await put(`${path}${id}/`, say('Third words.'))
  const first = page.getByRole('listitem').filter({ hasText: 'Version 1' })
  const back = first.getByRole('button', { name: 'Back to this' })
  await back.click()
  await page
    .getByText(/The rule was changed by someone else\./)
    .first()
    .waitFor()
  await back.click()
  await saved(page, 'Validation rule updated successfully')
  await row(page, 'First words.').waitFor()

  await edit.click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const sure = page.getByRole('dialog').filter({ hasText: 'Keep it' })
  await sure.getByRole('button', { name: 'Delete' }).click()
  await saved(page, 'Validation rule deleted successfully')
})

/** From its quickview a document leads to what shaped it and by which rules it was checked; a payload is only tried. */
const traceFrom = async (page: Page, uuid: string) => {
  await page.goto(`/dashboard/invoices?open=${uuid}`)
  await page.getByRole('link', { name: 'Trace' }).click()
  await page.getByRole('heading', { level: 1, name: 'Trace a Document' }).waitFor()
  const rules = page.getByRole('region', { name: 'Rules' })
  const came_later = rules.getByRole('listitem').filter({ hasText: 'E2E-RULES' })
  await came_later.getByText('Stops it').waitFor()
  await came_later.getByText('came after the document was stored').waitFor()
  await came_later.getByText('Contract Number contract_number: The contract is missing.').waitFor()
  await page.getByRole('tab', { name: 'Payload' }).click()
  const tried = { ...DOCUMENT, sender_store_code: 'HQ-KL', contract_number: 'C-1' }
  await fill(page, 'Payload', JSON.stringify([{ invoices_data: tried }]))
  await page.getByRole('button', { name: 'Trace' }).click()
  const shaped = page.getByRole('region', { name: 'Mappings and defaults' }).getByRole('listitem')
  await shaped.filter({ hasText: 'HQ-KL' }).filter({ hasText: 'KUL01' }).waitFor()
}

test('rows that are not finished are still there after a look at the text', async () => {
  const page = await open()
  await signIn(page, 'devi', '/data-mapping/validation-rules')
  await page.getByRole('button', { name: 'Add Validation Rule' }).click()
  await choose(page, 'Condition', 'Formula')
  const showAs = (as: string) =>
    page.getByRole('radiogroup', { name: 'How the formula is shown' }).getByText(as, { exact: true }).click()
  const value = (nr: number) => page.getByRole('textbox', { name: `Value, row ${nr}` })
  await value(1).fill('5000')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('combobox', { name: 'Field, row 2' }).selectOption('contract_number')
  await page.getByText('Please finish each row.').waitFor()
  await showAs('Text')
  const text = page.getByRole('textbox', { name: 'Value/Formula' })
  expect(await text.inputValue()).toBe('')
  await page
    .getByText('The rows are not finished. They are kept under “Rows” as long as this is empty.')
    .waitFor()
  await showAs('Rows')
  expect(await value(1).inputValue()).toBe('5000')
  expect(await page.getByRole('combobox', { name: 'Field, row 2' }).inputValue()).toBe('contract_number')
  // A text in their place is another formula.
  await showAs('Text')
  await text.fill('total_payable_amount > 7000')
  await showAs('Rows')
  expect(await value(1).inputValue()).toBe('7000')
})

test('an open form comes to rest', async () => {
  const page = await open()
  await signIn(page, 'devi', '/data-mapping/validation-rules')
  await page.getByRole('button', { name: 'Add Validation Rule' }).click()
  await page.clock.install()
  await page.evaluate(`{
    const { setTimeout } = window
    window.pauses = 0
    window.setTimeout = (act, after_ms, ...more) => {
      if (after_ms === 400) window.pauses += 1
      return setTimeout(act, after_ms, ...more)
    }
  }`)
  await fill(page, 'Error Message', 'Too much')
  const rest = async () => {
    for (let turn = 0; turn < 10; turn += 1) await page.clock.runFor(500)
    return page.evaluate<number>('window.pauses')
  }
  const after_typing = await rest()
  expect(after_typing).toBeGreaterThan(0)
  expect(await rest()).toBe(after_typing)
})

test('a version that is yet to begin is called off in one click', async () => {
  const { post, put } = await callAs('farid')
  const path = '/api/v1/inputvalidation/validation-rules/'
  const rule = { field: 'agent_number', condition: 'regex', value: '.*|E2E-STAY', error_message: 'As it is.' }
  const { id } = (await (await post(path, rule)).json()) as { id: string }
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const later = { ...rule, error_message: 'As it shall be.', active_on: day }
  expect((await put(`${path}${id}/`, later)).status).toBe(200)
  const page = await open()
  await signIn(page, 'devi', '/data-mapping/validation-rules')
  const edit = page.getByRole('button', { name: 'Edit Agent Number .*|E2E-STAY' })
  await edit.click()
  const version = (number: number) => page.getByRole('listitem').filter({ hasText: `Version ${number}` })
  await version(2).getByText('To come').waitFor()
  expect(await version(2).getByRole('button').count()).toBe(0)
  await version(1).getByRole('button', { name: 'Stay with this' }).click()
  await saved(page, 'Validation rule updated successfully')
  await edit.click()
  await version(3).getByText('In force').waitFor()
  expect(await page.getByText('To come').count()).toBe(0)
  await version(3).getByText('As it is.').first().waitFor()
})
