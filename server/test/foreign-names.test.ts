import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CASES } from './calls/access-cases.ts'
import { type Case, makeTargets } from './calls/cases.ts'
import type { Answer } from './client.ts'
import { pathsOf, type Shape, type TakingPart, takingParts } from './shapes.ts'
import { createWorld } from './world.ts'

/**
 * Names which every object inherits, as fields of everything that callers send and as the value of every field. Where
 * such a name is looked up in a plain object, it finds a function.
 */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__']
/** One that finds a function and one that finds an object. */
const OF_TWO_KINDS = ['constructor', '__proto__']

const cases = new Map<string, Case>(Object.entries(CASES))
const world = await createWorld({ simulator: true })
const targets = await makeTargets(world)
const named = takingParts().map((taking) => [`${taking.part} of ${taking.endpoint.id}`, taking] as const)

describe.each(named)('the %s', (_what, taking) => {
  const { leaves, objects } = pathsOf(taking.shape)

  it.each(INHERITED)('takes a field named %s for any other unknown one', async (name) => {
    for (const path of objects) {
      const answer = await send(taking, [[...path, name]], 'x')
      expect(answer.status, answer.text).toBeLessThan(500)
      // The parser of JSON knows no such field anywhere; that of forms refuses all of them itself.
      const refused = isStrict(taking.shape, path) || (name === '__proto__' && taking.part === 'body')
      const named = taking.part === 'form' ? '' : name
      if (refused) expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(named) })
    }
  })

  it.each(OF_TWO_KINDS)('takes the text %s for a text', async (name) => {
    const usual = await send(taking, [], '')
    for (const paths of rounds(taking, leaves, name)) {
      const answer = await send(taking, paths, name)
      const said = `${paths.map((path) => path.join('.'))}: ${answer.text.slice(0, 500)}`
      expect(answer.status, said).toBeLessThan(500)
      if (answer.status !== 400 || usual.status === 400) continue
      // A refusal names the field; of a list what is missing beside it, or no more than the list.
      const steps = paths[0]?.filter((step) => !isPlace(step)) ?? []
      const names = paths[0]?.some(isPlace) ? steps : steps.slice(-1)
      expect(
        names.some((step) => answer.text.includes(step)),
        said,
      ).toBe(true)
    }
  })
})

/** Of a list. */
const isPlace = (step: string) => /^\d+$/.test(step)

/** Each field alone; of what is printed, all at once that the contract lets through, since printing takes its time. */
const rounds = (taking: TakingPart, leaves: string[][], name: string): string[][][] => {
  if (taking.endpoint.reply !== 'file') return leaves.map((path) => [path])
  const passes = (path: string[]) =>
    !PLACE.includes(path.join('.')) && taking.schema.safeParse(planted(FULL, [path], name)).success
  const { alone = [], together = [] } = Object.groupBy(leaves, (path) =>
    passes(path) ? 'together' : 'alone',
  )
  return [...alone.map((path) => [path]), ...(together.length > 0 ? [together] : [])]
}

/** Who is to issue a document is decided before all else. */
const PLACE = ['sender_store_code', 'sender_entity_code']
/** What a document cannot do without. */
const FULL = { customer: {}, items: [{}] }

/** What somebody with every right would send, with the same value at all these places. */
const send = async (
  { endpoint, part }: TakingPart,
  paths: readonly string[][],
  value: string,
): Promise<Answer> => {
  const parts = await cases.get(endpoint.id)?.request(world, targets)
  if (!parts) throw new Error(`${endpoint.id} has no case.`)
  // Below an address that is none nothing is looked at.
  const usual = isNonsense(parts.params) ? { ...parts, params: { id: randomUUID() } } : parts
  const client = world.as('devi')
  if (part === 'body')
    return client.callWrongly(endpoint, { ...usual, body: planted(usual.body ?? {}, paths, value) })
  const fields = Object.fromEntries(paths.map(([name = '']) => [name, value]))
  if (part === 'form') return client.callWrongly(endpoint, { ...usual, form: fields })
  return client.callWrongly(endpoint, { ...usual, query: { ...usual.query, ...fields } })
}

const isNonsense = (params: object | undefined) => JSON.stringify(params) === '{"id":"nonsense"}'

const planted = (given: unknown, paths: readonly string[][], value: string): unknown =>
  paths.reduce((body, path) => plantedAt(body, path, value), given)

/** A copy in which the value stands at the path, whatever stood there. */
const plantedAt = (given: unknown, [step, ...rest]: readonly string[], value: string): unknown => {
  if (step === undefined) return value
  if (Array.isArray(given)) return [plantedAt(given[0], rest, value), ...given.slice(1)]
  if (given === undefined && isPlace(step)) return [plantedAt(undefined, rest, value)]
  const fields = new Map(Object.entries(given ?? {}))
  fields.set(step, plantedAt(fields.get(step), rest, value))
  // Makes a field even of `__proto__`.
  return Object.fromEntries(fields)
}

const isStrict = (shape: Shape, [step, ...rest]: readonly string[]): boolean => {
  if (shape.kind === 'list') return isStrict(shape.member, rest)
  if (shape.kind !== 'object') return false
  const [, part] = shape.fields.find(([name]) => name === step) ?? []
  return part ? isStrict(part, rest) : shape.strict
}
