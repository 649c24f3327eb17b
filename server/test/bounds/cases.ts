import { intake } from '#contract/intake.ts'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { buildDocument, payload } from '../build.ts'
import { CASES } from '../calls/access-cases.ts'
import type { Case } from '../calls/cases.ts'
import { addressOf, type Parts } from '../client.ts'
import type { Stage } from '../crash/stage.ts'
import { type TakingPart, takingParts } from '../shapes.ts'
import type { Play } from './play.ts'
import { worstBodies } from './worst-bodies.ts'
import { worstForms, worstQueries } from './worst-fields.ts'

export type Call = Omit<Play, 'at_once'>

const cases = new Map<string, Case>(Object.entries(CASES))

/** Every worst call that the contract permits, and the largest good ones, as somebody with every right. */
export const everyCall = async ({ world }: Stage): Promise<Call[]> => {
  const authorization = await world.tokenHeader(world.company.users.devi)
  const { id } = await buildDocument(world)
  const calls = await Promise.all(
    takingParts().map(async (taking): Promise<Call[]> => {
      const usual = await cases.get(taking.endpoint.id)?.request(world, { pending: id, validated: id })
      if (!usual) throw new Error(`${taking.endpoint.id} has no case.`)
      return callsOf(taking, usual)
    }),
  )
  return [...goodCalls(), ...calls.flat()].map(({ init, ...call }) => ({
    ...call,
    init: { ...init, headers: { ...authorization, ...init.headers } },
  }))
}

const JSON_HEADERS = { 'content-type': 'application/json' }

const callsOf = (taking: TakingPart, usual: Parts): Call[] => {
  const { method, id } = taking.endpoint
  const url = addressOf(taking.endpoint, usual)
  const [path = ''] = url.split('?')
  switch (taking.part) {
    case 'body':
      return worstBodies(taking, usual.body).map(({ name, text }) => ({
        name: `${id}: ${name}`,
        url,
        init: { method, headers: JSON_HEADERS },
        body: text,
      }))
    case 'form':
      return worstForms(taking).map(({ name, form }) => ({
        name: `${id}: ${name}`,
        url,
        init: { method },
        body: () => form,
      }))
    case 'query':
      return worstQueries(taking).map(({ name, search }) => ({
        name: `${id}: ${name}`,
        url: `${path}?${search}`,
        init: { method },
      }))
  }
}

const post = (name: string, url: string, body: unknown): Call => ({
  name,
  url,
  init: { method: 'POST', headers: JSON_HEADERS },
  body: () => JSON.stringify(body),
})

/** Lines and texts that just fit the authority's 300 KB. */
const MOST_LINES = { count: LINES_MAX - 20, item_description: 'x' }
const MOST_LETTERS = { count: 155, item_description: '海'.repeat(300) }
const BYTES = 1_990_000

/** Documents as large as documents may be. */
const goodCalls = (): Call[] => {
  const smallest = { classification: '022', unit_price: '0', quantity: '1' }
  const documentOf = ({ count, item_description }: typeof MOST_LINES) =>
    payload({ items: Array.from({ length: count }, () => ({ ...smallest, item_description })) })
  const one = documentOf(MOST_LINES)
  const many = Array.from({ length: Math.floor(BYTES / JSON.stringify(one).length) }, () => one)
  return [
    post('intake.submit: documents of the most lines', intake.submit.path, [{ invoices_data: many }]),
    post('intake.preview: a document of the most lines', intake.preview.path, one),
    post('intake.preview: a document of the most letters', intake.preview.path, documentOf(MOST_LETTERS)),
  ]
}
