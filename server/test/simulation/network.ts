import { MINUTE_MS } from '#domain/time/units.ts'
import type { AuthorityRequest, AuthorityResponse } from '../../src/authority/wire/http.ts'
import type { Network } from '../../src/authority/wire/network.ts'
import type { AuthorityModel, Reply } from './authority-model.ts'
import type { Random } from './random.ts'
import { pauseHere } from './tasks.ts'

/** Troubles of one call, by whether the request arrives. `late`: after the sender has given up. */
const BEFORE = ['refused', 'lost', '503', '429', '401'] as const
const AFTER = ['silence', '504', 'cut', 'wrong shape', 'empty', 'foreign', 'repeated', 'unknown'] as const
const TROUBLES = [...BEFORE, ...AFTER, ...AFTER, 'late'] as const
type Trouble = (typeof TROUBLES)[number]

const LATE_MS_MAX = 8 * MINUTE_MS
/** How often the others may go on between what a worker knew and what the authority answers to its question. */
const SLOW_QUESTIONS = 0.3

export type CallKind = 'login' | 'submit' | 'ask'

type Weather = {
  model: AuthorityModel
  random: Random
  now(): number
  /** The probability that a call of a kind meets trouble. */
  trouble(kind: CallKind): number
  note(line: string): void
}

export type FakeNetwork = {
  carry: Network
  /** Lets arrive what was on its way for longer than its sender lived or waited. */
  arrive(): void
  /** Whether nothing is on its way any more. */
  isEmpty(): boolean
}

/** Requests that arrive after their sender has given up or died, each at its own time. */
const createLatecomers = ({ model, random, now, note }: Weather) => {
  let travelling: { body: string; at_ms: number }[] = []
  return {
    isEmpty: () => travelling.length === 0,
    sendLate: (request: AuthorityRequest) => {
      if (request.method !== 'POST') return
      note('a request is still on its way')
      travelling.push({ body: String(request.body ?? ''), at_ms: now() + random.below(LATE_MS_MAX) })
    },
    arrive: () => {
      const due = travelling.filter((one) => one.at_ms <= now()).sort((a, b) => a.at_ms - b.at_ms)
      travelling = travelling.filter((one) => !due.includes(one))
      for (const { body, at_ms } of due) {
        const late_s = Math.round((now() - at_ms) / 1000)
        note(`a late request arrived ${late_s} s ago: ${model.submit(body, at_ms).status}`)
      }
      model.settle()
    },
  }
}

/** The way to the authority and back, with seeded trouble on every call. */
export const createNetwork = (weather: Weather): FakeNetwork => {
  const { model, random, trouble, note } = weather
  const { sendLate, arrive, isEmpty } = createLatecomers(weather)

  const carry: Network = async (request) => {
    const url = new URL(request.url)
    const isSubmit = url.pathname.endsWith('/documentsubmissions/')
    const isLogin = url.pathname.endsWith('/connect/token')
    const met = random.chance(trouble(isLogin ? 'login' : isSubmit ? 'submit' : 'ask'))
      ? random.pick(TROUBLES)
      : undefined
    // A login is shared by the tasks of a worker: one that stood still would hold up the others.
    if (isLogin) return login(met)
    if (isSubmit || random.chance(SLOW_QUESTIONS)) await onTheWay(request)
    const what = `${request.method} ${url.pathname.split('/').at(isSubmit ? -2 : 3)}`
    if (met) note(`${what} meets "${met}"`)
    const answer = meet(met, request, () => {
      arrive()
      return play(model, request, url)
    })
    await pauseHere('answer on its way')
    return answer
  }

  const onTheWay = async (request: AuthorityRequest) => {
    try {
      await pauseHere('request on its way')
    } catch (killed) {
      if (random.chance(0.3)) sendLate(request)
      throw killed
    }
  }

  const meet = (
    met: Trouble | undefined,
    request: AuthorityRequest,
    call: () => Reply,
  ): AuthorityResponse => {
    switch (met) {
      case 'refused':
        return { kind: 'not_sent', why: 'refused' }
      case 'lost':
        return { kind: 'broken', why: 'lost' }
      case 'late':
        sendLate(request)
        return { kind: 'broken', why: 'late' }
      case '503':
      case '429':
      case '401':
        return response({ status: Number(met), body: null, retry_after_ms: 5_000 })
      default:
        return spoil(met, call())
    }
  }
  return { carry, arrive, isEmpty }
}

const login = (met: Trouble | undefined): AuthorityResponse => {
  if (met === undefined) return response({ status: 200, body: { access_token: 't', expires_in: 3600 } })
  return met === '503' || met === '401'
    ? response({ status: Number(met), body: null })
    : { kind: 'broken', why: met }
}

const play = (model: AuthorityModel, { body = '' }: AuthorityRequest, url: URL): Reply => {
  const [, , , noun, ...rest] = url.pathname.split('/')
  if (noun === 'documenttypes') return { status: 200, body: { result: [] } }
  if (noun === 'documentsubmissions') return rest[0] ? model.submission(rest[0]) : model.submit(String(body))
  return rest[0] === 'search' ? model.search(url.searchParams) : model.details(rest[0] ?? '')
}

const response = (
  { status, body, retry_after_ms = 0 }: Reply,
  text = JSON.stringify(body),
): AuthorityResponse => ({
  kind: 'response',
  status,
  correlation_id: '',
  retry_after_ms: retry_after_ms || null,
  text,
})

/** What arrives of an answer to a call that was carried out. */
const spoil = (
  met: Exclude<Trouble, (typeof BEFORE)[number] | 'late'> | undefined,
  reply: Reply,
): AuthorityResponse => {
  const text = JSON.stringify(reply.body)
  switch (met) {
    case undefined:
      return response(reply)
    case 'silence':
      return { kind: 'broken', why: 'silence' }
    case '504':
      return response({ status: 504, body: null })
    case 'cut':
      return response(reply, text.slice(0, text.length / 2))
    case 'wrong shape':
      return response(reply, '[{"unexpected":true}]')
    case 'empty':
      return response({ ...reply, status: 200 }, '')
    case 'foreign':
      return response(reply, text.replaceAll(/"(invoiceCodeNumber|internalId)":"[^"]*"/g, '"$1":"FOREIGN-1"'))
    case 'repeated':
      return response(reply, text.replaceAll(/(?<=\[)(\{[^{}]*\})(?=[,\]])/g, '$1,$1'))
    case 'unknown':
      return response(reply, text.replaceAll(/"status":"[^"]*"/g, '"status":"Quarantined"'))
  }
}
