import type { Unavailable } from '../words/answers.ts'
import type { CallName } from './calls.ts'

/** A client of the authority: environment and client id, hashed, so that neither stands in a table or log. */
export type ClientKey = string

/** The same and the taxpayer for whom it acts: several companies of an intermediary share a client, but no token. */
export type TokenKey = string

export type HeldToken = { token: string; until: Date }

/** `tentative`: such a call failed the last time, so that little should be risked on this one. */
export type Turn = { kind: 'turn'; tentative: boolean }

/**
 * What stands between us and the authority: the pace of its published limits, a circuit that opens while it
 * does not answer, and the token, all shared by every process.
 */
export type Gate = {
  /** Waits for the client's turn, 20 s unless told. Answers why not when it is further off, or a circuit is open. */
  enter(client: ClientKey, call: CallName, wait_ms_max?: number): Promise<Turn | Unavailable>
  /** Whether such calls failed until their circuit opened, and none was answered since. */
  hasOpened(client: ClientKey, call: CallName): Promise<boolean>
  /** The authority asked to slow down: nobody calls again before that. */
  slowDown(client: ClientKey, call: CallName, pause_ms: number): Promise<void>
  /**
   * The limit, calls a minute, that stands on an answer; undefined where none does, so that the published one holds
   * again. Costs a statement only when it is another one than before.
   */
  believe(client: ClientKey, call: CallName, rate_limit: number | undefined): Promise<void>
  /** Whether the call was answered (also with a refusal) or failed; several failures in a row open its circuit. */
  report(client: ClientKey, call: CallName, environment: string, failure: string | undefined): Promise<void>
  /** What a login came to: a token, or that it was refused (refused-logins.ts). */
  readToken(key: TokenKey): Promise<HeldToken | undefined>
  writeToken(key: TokenKey, held: HeldToken | undefined): Promise<void>
}

/** A gate that is always open and remembers tokens in this process only: for tests and tools. */
export const openGate = (): Gate => {
  const tokens = new Map<TokenKey, HeldToken>()
  return {
    enter: async () => ({ kind: 'turn', tentative: false }),
    hasOpened: async () => false,
    slowDown: async () => {},
    believe: async () => {},
    report: async () => {},
    readToken: async (key) => tokens.get(key),
    writeToken: async (key, held) => {
      if (held) tokens.set(key, held)
      else tokens.delete(key)
    },
  }
}

export const unavailable = (why: string, retry_after_ms: number): Unavailable => ({
  kind: 'unavailable',
  why,
  retry_after_ms,
  credentials_refused: false,
})

/** Our own database is away, without which nothing is sent: nobody should take it for the authority. */
export const databaseAway = (retry_after_ms: number): Unavailable => ({
  ...unavailable('The database does not answer at present.', retry_after_ms),
  own: true,
})
