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
const documentOf = (invoice_number: string) => input({ document: calculate(entry({ invoice_number })) })
const print = (invoice_number: string, person = 'aminah') =>
  renderer.render(async () => documentOf(invoice_number), person).then(String)
const problemOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  return error instanceof ProblemError ? error.problem : error
}

test('prints one after the other, each answer to its own caller', async () => {
  open()
  expect(await Promise.all(['A', 'B', 'C'].map((number) => print(number)))).toEqual(['A', 'B', 'C'])
})

test('prints the one document of somebody before the rest of somebody else’s fifty', async () => {
  open()
  const done: string[] = []
  const order = async (number: string, person: string) => void done.push(await print(number, person))
  const fifty = Array.from({ length: 50 }, (_, at) => order(`A${at}`, 'aminah'))
  await Promise.all([...fifty, order('B', 'bakri')])
  expect(done).toHaveLength(51)
  expect(done.indexOf('B')).toBeLessThan(3)
  expect(done.filter((number) => number !== 'B')).toEqual(fifty.map((_, at) => `A${at}`))
})

test('refuses a person what no longer fits their own line, and everybody what fits no line', async () => {
  open({ person_max: 2, all_max: 3 })
  const orders = [...'ABCD'].map((number) => problemOf(print(number)))
  orders.push(...[...'EF'].map((number) => problemOf(print(number, 'bakri'))))
  const answers = await Promise.all(orders)
  expect(answers.filter((answer) => typeof answer === 'string')).toEqual(['A', 'B', 'C', 'E'])
  expect(answers[3]).toMatchObject({ kind: 'too_many', code: 'too_many', retry_after_s: 5 })
  expect(answers[5]).toMatchObject({ kind: 'unavailable', code: 'pdf_unavailable', retry_after_s: 5 })
})

test('reads a document when it is its turn, and one that is refused never', async () => {
  open({ person_max: 2 })
  const read: string[] = []
  const order = (number: string) =>
    renderer.render(async () => {
      read.push(number)
      if (number === 'B') throw new Error('It is gone.')
      return documentOf(number)
    }, 'aminah')
  const orders = [...'ABCD'].map(order)
  expect(read).toEqual(['A'])
  const [first, gone, third, refused] = await Promise.allSettled(orders)
  expect(gone).toMatchObject({ reason: { message: 'It is gone.' } })
  expect([first, third]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(refused).toMatchObject({ reason: { problem: { kind: 'too_many' } } })
  expect(read).toEqual(['A', 'B', 'C'])
})

test('lets nobody wait for ever', async () => {
  open({ wait_ms_max: 50, render_ms_max: 60_000 })
  const stuck = problemOf(print('HANG'))
  expect(await problemOf(print('B'))).toMatchObject({ kind: 'unavailable', code: 'pdf_unavailable' })
  await renderer.close()
  expect(await stuck).toMatchObject({ message: expect.stringContaining('stopping') })
})

test('fails at once what cannot be handed to the thread, and prints the next one', async () => {
  open({ render_ms_max: 60_000 })
  const unclonable = input({ watermark: (() => 'DRAFT') as unknown as string })
  const [failed, following] = await Promise.allSettled([
    renderer.render(async () => unclonable, 'aminah'),
    print('B'),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'DataCloneError' } })
  expect(following).toMatchObject({ status: 'fulfilled', value: 'B' })
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
