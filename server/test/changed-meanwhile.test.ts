/** Two people change one row: the second is told, and what is sent again after a lost answer is no change. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all.ts'
import { customers } from '#contract/customers.ts'
import { defects } from '#contract/defects.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { entities } from '#contract/entities.ts'
import { settings } from '#contract/installation/settings.ts'
import { items } from '#contract/items.ts'
import { broadcasts } from '#contract/notifications/messages.ts'
import { users } from '#contract/people/users.ts'
import { enrichment } from '#contract/shaping/enrichment.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import { rules } from '#contract/shaping/rules.ts'
import { templates } from '#contract/templates.ts'
import { webhooks } from '#contract/webhooks.ts'
import { openCalls } from './calls/filled-calls.ts'
import { createWorld } from './world.ts'

const world = await createWorld({ simulator: true })
const devi = world.as('devi')
const calls = await openCalls(world)

/** A row as it is answered: `modified_at`, `revision` or `version` is what a change says of its state. */
type Row = { id: string; [field: string]: unknown }
type Case = {
  endpoint: Endpoint
  row: () => Promise<Row>
  /** The field that both change, to what, and what is sent beside it. */
  field: string
  values: readonly [first: unknown, second: unknown]
  sent?: (row: Row) => object
}

const make = (endpoint: Endpoint) => async () => {
  const answer = await calls.send(endpoint, [])
  expect(answer.status, answer.text).toBe(201)
  return answer.body as unknown as Row // the contract's answer
}

const CHANGES: readonly Case[] = [
  { endpoint: customers.update, row: make(customers.create), field: 'city', values: ['Ipoh', 'Muar'] },
  { endpoint: items.update, row: make(items.create), field: 'tax_rate', values: ['5', '6.00'] },
  {
    endpoint: mappings.update,
    row: make(mappings.create),
    field: 'lookup_value',
    values: ['PEN01', 'KCH01'],
  },
  {
    ...{ endpoint: enrichment.update, row: make(enrichment.create) },
    ...{ field: 'default_value', values: ['A-18', 'A-19'] },
  },
  {
    ...{ endpoint: users.update, row: make(users.create), field: 'last_name', values: ['Huda', 'Hadi'] },
    sent: ({ revision }) => ({ revision }),
  },
  {
    endpoint: entities.update,
    row: async () => {
      const params = { id: world.company.entities.kinabalu }
      return (await devi.call(entities.get, { params })).body
    },
    ...{ field: 'city', values: ['Ipoh', 'Muar'] },
    sent: ({ modified_at }) => ({ modified_at }),
  },
  {
    endpoint: webhooks.update,
    row: make(webhooks.create),
    sent: ({ secret: _, ...row }) => row,
    ...{ field: 'description', values: ['Till', 'Shop of Penang'] },
  },
  {
    endpoint: defects.update,
    row: make(defects.create),
    ...{ field: 'status', values: ['assigned', 'fixed'] },
    sent: ({ modified_at }) => ({ modified_at }),
  },
  {
    ...{ endpoint: broadcasts.update, row: make(broadcasts.create) },
    ...{ field: 'title', values: ['Closed on Friday', 'Closed on Monday'] },
  },
  {
    ...{ endpoint: rules.update, row: make(rules.create) },
    ...{ field: 'error_message', values: ['Not so.', 'Not like this.'] },
  },
  {
    endpoint: templates.update,
    row: async () => {
      const { id } = await make(templates.save)()
      return (await devi.call(templates.get, { params: { uuid: id } })).body
    },
    ...{ field: 'name', values: ['Rent of March', 'Rent of April'] },
  },
  {
    endpoint: settings.update,
    row: async () => {
      const { results } = (await devi.call(settings.list, {})).body
      return results.find(({ key }) => key === 'support.email') as Row // one of the list
    },
    ...{ field: 'value', values: ['a@lulus.example', 'b@lulus.example'] },
  },
]

it('a request for a rule says upon which version it was made, and is refused upon an older one', async () => {
  const { id, version, ...rule } = (await make(rules.create)()) as Row & { version: number }
  const ask = (given: object) =>
    devi.callWrongly(rules.ask, {
      body: { ...rule, rule_id: id, reason: 'Not for me alone.', value: 'K-.*', ...given },
    })
  const change = { params: { id }, body: { ...rule, error_message: 'By a colleague.' } }
  expect((await devi.callWrongly(rules.update, change)).status).toBe(200)
  const late = await ask({ version })
  expect([late.status, late.body.code, late.body.current]).toEqual([
    ...[409, 'changed_meanwhile', { version: version + 1 }],
  ])
  expect((await ask({ version: version + 1 })).status).toBe(201)
  // There is room for the next one that says the same.
  expect((await devi.call(rules.remove, { params: { id } })).status).toBe(200)
})

const STATES = ['modified_at', 'revision', 'version']

/** What changes one state of a row as it was read. Documents have a life of their own (`intake`). */
const stated = allEndpoints.filter(({ method, body, form }) => {
  const shape = body instanceof z.ZodObject ? body.shape : (form?.shape ?? {})
  return ['PUT', 'PATCH'].includes(method) && STATES.some((name) => name in shape)
})

it('every call that changes a row upon a state of it is played', () => {
  expect(CHANGES.map(({ endpoint }) => endpoint.id).toSorted()).toEqual(stated.map(({ id }) => id).toSorted())
})

describe.each(CHANGES.map((one) => [one.endpoint.id, one] as const))('%s', (_, one) => {
  const { endpoint, field, values, sent = (row) => row } = one
  const change = (row: Row, value: unknown, state: object = {}) =>
    devi.callWrongly(endpoint, {
      params: { id: row.id, uuid: row.id },
      body: { ...sent(row), [field]: value, ...state },
    })

  it('tells the second of two people, who may save in spite of it, and takes the same again', async () => {
    const seen = await one.row()
    world.clock.advance(1_000)
    const first = await change(seen, values[0])
    expect(first.status, first.text).toBe(200)
    world.clock.advance(1_000)

    const second = await change(seen, values[1])
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(second.body.detail).toMatch(/was changed by someone else\./)

    const again = await change(seen, values[0])
    expect(again.status, again.text).toBe(200)

    // The state of now is told, for whoever has read that.
    const now = await change(seen, values[1])
    const insisting = await change(seen, values[1], now.body.current as object)
    expect(insisting.status, insisting.text).toBe(200)
  })
})
