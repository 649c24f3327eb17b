import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { type CallName, spacingOf } from './calls.ts'
import { type Gate, unavailable } from './gate.ts'
import * as rows from './rows.ts'

/** Longer than this nobody waits inside a job or request; the caller comes back later instead. */
const WAIT_MS_MAX = 20_000
/** Failures in a row which open the circuit, and for how long at first and at most. */
export const FAILURES_MAX = 4
const OPEN_MS_MIN = 15_000
const OPEN_MS_MAX = 300_000

type Parts = {
  db: Db
  box: SecretBox
  sleep(ms: number): Promise<void>
  /** Least time between two calls, ms; the published limits when absent. */
  spacing?: (call: CallName) => number
}

/** The gate of all processes on one database; its clock is the database's. */
export const sharedGate = ({ db, box, sleep, spacing = spacingOf }: Parts): Gate => {
  /** Clients which this process has seen failing: a success elsewhere need not be written each time. */
  const failing = new Set<string>()
  return {
    enter: async (client, call) => {
      const circuit = await rows.readCircuit(db, client)
      if (circuit) failing.add(client)
      if (circuit && circuit.open_ms > 0) {
        return unavailable(`LHDN does not answer (${circuit.why}).`, circuit.open_ms)
      }
      const wait_ms = await rows.takeTurn(db, {
        client,
        call,
        spacing_ms: spacing(call),
        wait_ms_max: WAIT_MS_MAX,
      })
      if (wait_ms === undefined)
        return unavailable('The limit of calls to LHDN is used up for now.', WAIT_MS_MAX)
      if (wait_ms > 0) await sleep(wait_ms)
      return undefined
    },
    slowDown: (client, call, pause_ms) => rows.pushTurn(db, { client, call, pause_ms }),
    report: async (client, environment, failure) => {
      if (failure !== undefined) {
        failing.add(client)
        const limits = { failures_max: FAILURES_MAX, open_ms_min: OPEN_MS_MIN, open_ms_max: OPEN_MS_MAX }
        await rows.countFailure(db, { client, environment, why: failure, ...limits })
      } else if (failing.delete(client)) await rows.closeCircuit(db, client)
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
