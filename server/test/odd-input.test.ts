import { beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { customers } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { payload } from './build.ts'
import { allFields, type Calls, type Fill, type NamedField, openCalls } from './calls/filled-calls.ts'
import { takes } from './calls/schema-fields.ts'
import { storedIn } from './stored.ts'
import { createWorld } from './world.ts'

const world = await createWorld({ simulator: true })
const fields = allFields()
let calls: Calls
beforeAll(async () => {
  calls = await openCalls(world)
})

type Filled = Fill & Pick<NamedField, 'endpoint' | 'name'>

/**
 * What is wrong with the answers; nothing where a call is refused naming every field that was filled. The fields of
 * one part of a call are filled together, which keeps this fast.
 */
const faultsOf = async (fills: readonly Filled[]): Promise<string[]> => {
  const faults: string[] = []
  // A file's name is refused as soon as it is read, before the rest of its form.
  const callOf = ({ endpoint, part, name, value }: Filled) =>
    `${endpoint.id} ${part} ${value instanceof File && name}`
  for (const together of Map.groupBy(fills, callOf).values()) {
    const [{ endpoint, part, value }] = together as [Filled, ...Filled[]] // no group is empty
    const { status, body, text } = await calls.send(endpoint, together)
    // A path that is no UTF-8 is refused by the router, before anything in it has a name.
    const nameless = part === 'params' && !String(value).isWellFormed()
    const wrong = together.filter(({ name }) => status !== 400 || !(nameless || Array.isArray(body?.[name])))
    faults.push(...wrong.map(({ name }) => `${endpoint.id} ${name}: ${status} ${text.slice(0, 150)}`))
  }
  return faults
}

const fill = (field: NamedField, value: unknown): Filled => ({ ...field, value })

const NAMELESS = new File(['x'], '')
/** A file holds a text too: its name. */
const fillText = (field: NamedField, text: string) =>
  fill(field, takes(field, NAMELESS) ? new File(['x'], text) : text)

const C0 = [...Array(32).keys()].filter((code) => ![9, 10, 13].includes(code))
const FORBIDDEN = [...C0, 0xfffe, 0xffff, 0xd800, 0xdbff, 0xdc00, 0xdfff].map(
  (code) => `a${String.fromCharCode(code)}b`,
)

describe('a character that nothing can carry', () => {
  test('is looked for in every endpoint that takes anything', () => {
    const taking = allEndpoints.filter(({ params, query, body, form }) => params ?? query ?? body ?? form)
    expect([...new Set(fields.map(({ endpoint }) => endpoint.id))]).toEqual(taking.map(({ id }) => id))
    expect(fields.length).toBeGreaterThan(250)
  })

  test.each(['a\u0000b', 'a\u001bb', 'a\ud800b', '\uffff'])(
    'is refused in each of their fields, by the name of the field: %j',
    async (text) => {
      // A form is UTF-8 by itself, which has no half of a pair.
      const fit = fields.filter(({ part }) => part !== 'form' || text.isWellFormed())
      expect(await faultsOf(fit.map((field) => fillText(field, text)))).toEqual([])
    },
  )

  test.each([
    ['documents.list', 'buyer_name'],
    ['templates.save', 'data.invoice.any_name.name'],
  ])('is refused whichever it is: %s, %s', async (id, name) => {
    const field = fields.find((one) => one.endpoint.id === id && one.name === name)
    for (const text of FORBIDDEN) {
      const answer = field && (await calls.send(field.endpoint, [fillText(field, text)]))
      expect(answer, JSON.stringify(text)).toMatchObject({
        status: 400,
        body: { [name]: [expect.any(String)] },
      })
    }
  })

  test('is refused in the names of fields as well', async () => {
    const named = fields.filter(({ part, path }) => part !== 'params' && typeof path.at(-1) === 'string')
    const beside = named.map((field) => ({
      ...fill(field, 'x'),
      path: [...field.path.slice(0, -1), 'na\u0000me'],
      name: [...field.name.split('.').slice(0, -1), 'na\u0000me'].join('.'),
    }))
    expect(await faultsOf(beside)).toEqual([])
  })

  test.each(['idempotency-key', 'user-agent'])(
    'is refused in the header %s, which is stored',
    async (name) => {
      const [endpoint] = allEndpoints.filter(({ id }) => id === 'intake.submit')
      const answer = endpoint && (await calls.send(endpoint, [], { [name]: 'a\u0000b' }))
      expect(answer).toMatchObject({ status: 400, body: { [name]: [expect.any(String)] } })
    },
  )
})

describe('a value nested ten thousand levels deep', () => {
  test.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of %s is refused in every body', async (_, open, close) => {
    const bodies = new Map(fields.filter(({ part }) => part === 'body').map((one) => [one.endpoint, one]))
    expect(bodies.size).toBeGreaterThan(10)
    for (const [endpoint, field] of bodies) {
      // A sign-in may not be that long.
      const levels = Math.min(10_000, (endpoint.body_bytes_max ?? 1_000_000) / 10)
      const json = `${open.repeat(levels)}1${close.repeat(levels)}`
      const { status, body } = await calls.send(endpoint, [{ ...field, value: undefined, json }])
      expect([endpoint.id, status]).toEqual([endpoint.id, 400])
      expect(Object.keys(body).join()).toContain(field.name)
    }
  })
})

describe('a date', () => {
  const dates = fields.filter((field) => takes(field, '2026-07-15') && !takes(field, 'x'))

  test.each(['0000-01-01', '1899-12-31', '2201-01-01', '9999-12-31', '-00001-01-01', '2026-02-30'])(
    'of %s is refused in every field that takes dates',
    async (date) => {
      expect(dates.length).toBeGreaterThanOrEqual(10)
      expect(await faultsOf(dates.map((field) => fill(field, date)))).toEqual([])
    },
  )

  test.each(['1900-01-01', '2200-12-31'])('of %s is none that PostgreSQL does not know', async (date) => {
    for (const field of dates) {
      expect((await calls.send(field.endpoint, [fill(field, date)])).status).toBeLessThan(500)
    }
  })
})

describe('a number', () => {
  const numbers = fields.filter((field) => (takes(field, 1) || takes(field, '1')) && !takes(field, 'x'))

  test.each([1e308, 2 ** 53, 'NaN', 'Infinity', '1e999'])(
    'of %j is refused in every field that takes numbers',
    async (number) => {
      expect(numbers.length).toBeGreaterThan(40)
      expect(await faultsOf(numbers.map((field) => fill(field, number)))).toEqual([])
    },
  )
})

describe('bytes that are no UTF-8', () => {
  const devi = world.as('devi')

  test.each(['%FF', '%C0%80', '%ED%A0%80', 'caf%E9'])(
    'are refused in a query and in a path: %s',
    async (bytes) => {
      expect(
        await devi.send('GET', `${customers.find.path}?sender_entity_id=x&search=${bytes}`),
      ).toMatchObject({
        status: 400,
        body: { search: ['This is not UTF-8.'] },
      })
      expect(await devi.send('GET', documents.get.path.replace(':uuid', bytes))).toMatchObject({
        status: 400,
      })
    },
  )

  test.each(['50%', '100%25', '%EF%BF%BD', '', '?', 'a+b'])('are none: ?search=%s', async (text) => {
    expect(await devi.send('GET', `${customers.find.path}?search=${text}`)).toMatchObject({ status: 200 })
  })

  const submitBytes = (...parts: (string | number[])[]) =>
    devi.callWrongly(
      intake.submit,
      { body: Buffer.concat(parts.map((part) => Buffer.from(part as string))) },
      {
        headers: { 'content-type': 'application/json' },
      },
    )
  const [before = '', after = ''] = JSON.stringify([
    { invoices_data: payload({ document_remarks: 'HERE' }) },
  ]).split('HERE')

  test.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0x43, 0x61, 0x66, 0xe9]]])(
    'are refused in a body instead of stored as something else: %j',
    async (bytes) => {
      const stored = await storedIn(world)
      expect(await submitBytes(before, bytes, after)).toMatchObject({
        status: 400,
        body: { non_field_errors: ['This is not UTF-8.'] },
      })
      expect(await storedIn(world)).toEqual(stored)
    },
  )

  test('are not a byte order mark', async () => {
    expect(await submitBytes([0xef, 0xbb, 0xbf], before, 'Kafé', after)).toMatchObject({ status: 200 })
  })
})

test('the calls that were filled wrongly are right otherwise', async () => {
  const faults: string[] = []
  for (const endpoint of allEndpoints) {
    const { status, text } = await calls.send(endpoint)
    if (status === 400 || status >= 500) faults.push(`${endpoint.id}: ${status} ${text.slice(0, 200)}`)
  }
  expect(faults).toEqual([])
})
