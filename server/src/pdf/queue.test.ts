import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { calculate } from '#domain/documents/totals.ts'
import { ProblemError } from '#domain/problems.ts'
import { entry, input } from './fixtures/documents.ts'
import { createPdfRenderer, type PdfRenderer, type PdfRendererOptions } from './render.ts'

let renderer: PdfRenderer
afterEach(() => renderer.close())

const open = (over: Partial<PdfRendererOptions> = {}) => {
  const program = new URL('./fixtures/failing-worker.ts', import.meta.url)
  renderer = createPdfRenderer({ log: pino({ level: 'silent' }), program, ...over })
}
const print = (invoice_number: string) =>
  renderer.render(input({ document: calculate(entry({ invoice_number })) })).then(String)
const problemOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  return error instanceof ProblemError ? error.problem : error
}

test('prints one after the other, each answer to its own caller', async () => {
  open()
  expect(await Promise.all(['A', 'B', 'C'].map(print))).toEqual(['A', 'B', 'C'])
})

test('refuses what no longer fits the queue', async () => {
  open({ queue_max: 2 })
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((number) => problemOf(print(number))))
  expect(answers.slice(0, 3)).toEqual(['A', 'B', 'C'])
  expect(answers[3]).toMatchObject({ kind: 'unavailable', code: 'pdf_unavailable', retry_after_s: 5 })
})

test('gives up a document that takes too long and prints the next one', async () => {
  open({ render_ms_max: 3_000 })
  const [stuck, following] = await Promise.all([problemOf(print('HANG')), problemOf(print('B'))])
  expect(stuck).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('took too long') })
  expect(following).toBe('B')
})

test('fails the document during which the thread died, and only that one', async () => {
  open()
  const [dead, following] = await Promise.allSettled([print('CRASH'), print('B')])
  expect(dead).toMatchObject({ status: 'rejected', reason: { message: 'The PDF thread ended with code 7.' } })
  expect(following).toMatchObject({ status: 'fulfilled', value: 'B' })
  expect(await print('C')).toBe('C')
})

test('answers everybody when it closes', async () => {
  open()
  const work = ['HANG', 'B'].map((number) => problemOf(print(number)))
  await renderer.close()
  for (const answer of await Promise.all(work)) expect(answer).toMatchObject({ kind: 'unavailable' })
  expect(await problemOf(print('C'))).toMatchObject({ kind: 'unavailable' })
})
