import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type CallName, spacingOf } from './calls.ts'
import { type ClientKey, type Gate, unavailable } from './gate.ts'
import * as rows from './rows.ts'

/** Longer than this nobody waits inside a job or request; the caller comes back later instead. */
const WAIT_MS_MAX = 20_000
/** Failures in a row which open the circuit, and for how long at first and at most. */
export const FAILURES_MAX = 4
const OPEN_MS_MIN = 15_000
const OPEN_MS_MAX = 300_000
/** So long the others wait for what becomes of the one submission that tries whether it is over. */
const TRIAL_MS = 30_000

type Parts = {
  db: Db
  box: SecretBox
  sleep(ms: number): Promise<void>
  /** Least time between two calls, ms, under a limit that the authority states; as in `calls.ts` when absent. */
  spacing?: (call: CallName, stated?: number) => number
  /** The database's clock when absent. */
  now?: () => rows.Now
}

/** A turn that was dealt at a pace which has become too fast is not used: the next is taken, up to so many. */
const TURNS_MAX = 3

/**
 * Submissions have a circuit of their own: each that fails costs documents, and that a search is answered says nothing
 * of them. All other calls share one, and while it is open nothing is submitted either.
 */
const circuitOf = (client: ClientKey, call: CallName): string =>
  call === 'submit' ? `${client} submit` : client

/** The gate of all processes on one database; its clock is the database's. */
export const sharedGate = (parts: Parts): Gate => {
  const { db, box, sleep, spacing = spacingOf, now = () => rows.DATABASE_CLOCK } = parts
  /** Circuits which this process has seen failing: a success elsewhere need not be written each time. */
  const failing = new Set<string>()
  /** The stated pace of each client's call as this process knows it, ms: from its answers, or from the last turn. */
  const stated = new Map<string, number | null>()
  const keyOf = (client: string, call: CallName) => `${client} ${call}`

  const awaitTurn = async (client: string, call: CallName, wait_ms_max: number) => {
    const spacing_ms = spacing(call)
    const turn = await rows.claimTurn(db, { client, call, spacing_ms, wait_ms_max, now: now() })
    if (!turn) return 'far'
    stated.set(keyOf(client, call), turn.stated_ms)
    if (turn.wait_ms > 0) await sleep(turn.wait_ms)
    const pace_ms = stated.get(keyOf(client, call)) ?? spacing_ms
    return pace_ms > (turn.stated_ms ?? spacing_ms) ? 'too_fast' : 'ours'
  }

  return {
    enter: async (client, call, wait_ms_max = WAIT_MS_MAX) => {
      const own = circuitOf(client, call)
      const circuits = await rows.readCircuits(db, [client, own])
      for (const key of [client, own]) {
        if (circuits.some(({ client_key }) => client_key === key)) failing.add(key)
        else failing.delete(key)
      }
      const away = (why: string, pause_ms: number) => unavailable(`LHDN does not answer (${why}).`, pause_ms)
      const open = circuits.find(({ open_ms }) => open_ms > 0)
      if (open) return away(open.why, open.open_ms)
      const opened = circuits.filter(({ has_opened }) => has_opened)
      const tried = own !== client && opened.find(({ client_key }) => client_key === own)
      if (tried && !(await rows.claimTrial(db, own, TRIAL_MS))) return away(tried.why, TRIAL_MS)
      for (let taken = 0; taken < TURNS_MAX; taken++) {
        const turn = await awaitTurn(client, call, wait_ms_max)
        // What failed while this one waited counts, too.
        if (turn === 'ours') return { kind: 'turn', tentative: opened.length > 0 || failing.has(own) }
        if (turn === 'far') break
      }
      return unavailable('The limit of calls to LHDN is used up for now.', wait_ms_max)
    },
    hasOpened: async (client, call) =>
      (await rows.readCircuits(db, [circuitOf(client, call)])).some(({ has_opened }) => has_opened),
    slowDown: (client, call, pause_ms) => rows.pushTurn(db, { client, call, pause_ms, now: now() }),
    believe: async (client, call, rate_limit) => {
      const spacing_ms = rate_limit === undefined ? null : spacing(call, rate_limit)
      if (spacing_ms === (stated.get(keyOf(client, call)) ?? null)) return
      stated.set(keyOf(client, call), spacing_ms)
      await rows.putSpacing(db, { client, call, spacing_ms })
    },
    report: async (client, call, environment, failure) => {
      const own = circuitOf(client, call)
      if (failure !== undefined) {
        failing.add(own)
        const limits = { failures_max: FAILURES_MAX, open_ms_min: OPEN_MS_MIN, open_ms_max: OPEN_MS_MAX }
        await rows.countFailure(db, { client: own, environment, why: failure, ...limits })
        return
      }
      for (const key of [client, own]) if (failing.delete(key)) await rows.closeCircuit(db, key)
    },
    readToken: async (client) => {
      const row = await rows.readToken(db, client)
      return row && { token: box.open(row.token_sealed), until: row.until }
    },
    writeToken: (client, held) =>
      held
        ? rows.putToken(db, { client, token_sealed: box.seal(held.token), until: held.until })
        : rows.removeToken(db, client),
  }
}

/** Of all clients: each asks for another one with its next call. */
export const forgetTokens = (tx: Tx): Promise<void> => rows.removeTokens(tx)
