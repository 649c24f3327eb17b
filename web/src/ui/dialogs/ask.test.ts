import { beforeEach, expect, it, vi } from 'vitest'
import {
  askReason,
  begunReason,
  confirm,
  dismiss,
  forget,
  forgetReasons,
  keepReason,
  proceed,
  readAsked,
  withdraw,
} from './ask.ts'

beforeEach(() => {
  // All that a question asks of the page is what has the focus.
  vi.stubGlobal('document', { activeElement: null })
  return () => {
    forget()
    vi.unstubAllGlobals()
  }
})

const QUESTION = { title: 'Remove it?', confirm_label: 'Remove' }
const REASON = { ...QUESTION, label: 'Why' }

/** An act that ends when the test says so. */
const buildAct = () => {
  const { promise, resolve } = Promise.withResolvers<object | undefined>()
  const act = vi.fn(() => promise)
  return { act, end: resolve }
}

it('answers whether it was confirmed', async () => {
  const first = confirm(QUESTION)
  await proceed()
  expect(await first).toBe(true)
  const second = confirm(QUESTION)
  dismiss()
  expect(await second).toBe(false)
  expect(readAsked()).toBeUndefined()
})

it('runs the act once and lets nobody out meanwhile', async () => {
  const { act, end } = buildAct()
  const answer = confirm({ ...QUESTION, act })
  const clicks = [proceed(), proceed()]
  dismiss()
  expect(readAsked()?.busy).toBe(true)
  end({})
  await Promise.all(clicks)
  expect(await answer).toBe(true)
  expect(act).toHaveBeenCalledTimes(1)
  expect(readAsked()).toBeUndefined()
})

it('keeps a reason on the screen when the call fails', async () => {
  const act = vi.fn(async (reason: string) => (reason === 'better' ? {} : undefined))
  const answer = askReason({ ...REASON, act })
  const shown = readAsked()?.id
  await proceed('bad')
  expect(readAsked()).toMatchObject({ id: shown, busy: false })
  await proceed('better')
  expect(await answer).toBe('better')
  expect(act.mock.calls).toEqual([['bad'], ['better']])
})

it('closes a question whose call failed: there is nothing to keep', async () => {
  const answer = confirm({ ...QUESTION, act: async () => undefined })
  await proceed()
  expect(await answer).toBe(true)
  expect(readAsked()).toBeUndefined()
})

it('lets one question follow another, and the first one’s end does not close the second', async () => {
  const { act, end } = buildAct()
  const first = confirm({ ...QUESTION, act })
  const running = proceed()
  forget()
  expect(await first).toBe(false)
  const second = confirm({ ...QUESTION, title: 'Another?' })
  end({})
  await running
  expect(readAsked()?.wording.title).toBe('Another?')
  dismiss()
  expect(await second).toBe(false)
})

it('withdraws the question that stands, no other, and none that is being acted upon', async () => {
  const { act, end } = buildAct()
  const [first, second] = [{ ...QUESTION }, { ...QUESTION, act }]
  const asked = confirm(first)
  expect(withdraw(second)).toBe(false)
  expect(withdraw(first)).toBe(true)
  expect(await asked).toBe(false)
  expect(withdraw(first)).toBe(false)
  const acting = confirm(second)
  void proceed()
  expect(withdraw(second)).toBe(false)
  end({})
  expect(await acting).toBe(true)
})

it('answers no for a question that another one displaces', async () => {
  const first = askReason(REASON)
  void confirm(QUESTION)
  expect(await first).toBeUndefined()
  expect(readAsked()?.wording).toBe(QUESTION)
})

it('keeps a reason that was begun for who comes back, until it is used or somebody signs in', async () => {
  keepReason('Reject INV-1', 'The price is')
  keepReason('Reject INV-2', 'Twice')
  expect(begunReason('Reject INV-1')).toBe('The price is')
  const answer = askReason({ ...REASON, title: 'Reject INV-1', act: async () => ({}) })
  await proceed('The price is wrong')
  await answer
  expect([begunReason('Reject INV-1'), begunReason('Reject INV-2')]).toEqual(['', 'Twice'])
  forgetReasons()
  expect(begunReason('Reject INV-2')).toBe('')
})
