import type { ReadEntry } from '../checks/entry.ts'
import { type DocumentFacts, receiverOf } from '../reading/facts.ts'
import type { World } from '../world/world.ts'
import { type Answer, refuse } from './wire/answer.ts'

const SENTINEL = /^SIM (503|TIMEOUT|LOST)(?: (\d{1,3}))?$/
const SLOW = /^SIM SLOW (\d{1,5})$/

/** How often each document number has met its sentinel; forgotten at restart. */
const met = new WeakMap<World, Map<string, number>>()

/**
 * * Trouble that a person asks for by naming the counterparty `SIM 503`, `SIM TIMEOUT` or `SIM LOST`,
 * optionally with a count (`SIM 503 3`): it happens the first time, or the first n times, that the document
 * number is submitted.
 */
export const playSentinel = (
  world: World,
  accepted: { read: ReadEntry }[],
): { answer: Answer; accepts: boolean } | undefined => {
  for (const { read } of accepted) {
    const [, kind, count = '1'] = SENTINEL.exec(receiverOf(read.facts).name) ?? []
    if (!kind || timesMet(world, read.facts) > Number(count)) continue
    const silent: Answer = { status: 202, silent: true }
    if (kind === 'LOST') return { answer: silent, accepts: true }
    if (kind === 'TIMEOUT') return { answer: silent, accepts: false }
    return {
      answer: refuse(503, { code: 'ServiceUnavailable', message: 'The service is unavailable' }),
      accepts: false,
    }
  }
  return undefined
}

/** Seconds until the verdict of a document whose counterparty is `SIM SLOW n`; else 0. */
export const slowSeconds = (facts: DocumentFacts): number =>
  Number(SLOW.exec(receiverOf(facts).name)?.[1] ?? '0')

const timesMet = (world: World, facts: DocumentFacts): number => {
  const counts = met.get(world) ?? new Map<string, number>()
  met.set(world, counts)
  const key = `${facts.type_code} ${facts.number}`
  const times = (counts.get(key) ?? 0) + 1
  counts.set(key, times)
  return times
}
