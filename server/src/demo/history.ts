import { z } from 'zod'
import type { Caller } from '#domain/access/caller.ts'
import { addDays, type CalendarDate, firstOfMonth, malaysianDate, startOfDay } from '#domain/time/dates.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { loadCaller } from '../access/caller.ts'
import { closeSession, openSession } from '../access/sessions.ts'
import { ask } from '../entities/access/equip.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { findForSignIn } from '../users/find.ts'
import { customerOf } from './address-book.ts'
import { type AccountName, emailOf, STORES } from './company.ts'
import { MISTYPED_CUSTOMERS, type Specification } from './documents.ts'
import { payloadOf } from './payload.ts'
import { type Played, playDocument, type Stage } from './play.ts'

export type Past = Omit<Stage, 'moveOn'> & {
  /** Sets the engine's clock. */
  moveTo(instant: Date): void
  /** The real time, at which the past ends. */
  now: Date
}

/** Plays the documents one after the other, each at its time, through the product's own verbs. */
export const playHistory = async (past: Past, specifications: readonly Specification[]): Promise<void> => {
  const { engine, simulator_url, now } = past
  await registerMistyped(simulator_url)
  past.moveTo(new Date(now.getTime() - YEAR_MS))
  const callers = await loadCallers(engine.db, engine.clock.now())
  const labelled = new Map<string, Played>()
  const latest = (instant: Date) =>
    past.moveTo(new Date(Math.max(instant.getTime(), engine.clock.now().getTime())))
  const stage = { ...past, moveOn: (ms: number) => latest(new Date(engine.clock.now().getTime() + ms)) }
  for (const one of specifications) {
    latest(instantOf(one, now))
    const corrected = one.corrects === undefined ? undefined : labelled.get(one.corrects)
    const row = await playDocument(stage, {
      payload: payloadFor(one, corrected, malaysianDate(engine.clock.now())),
      end: one.end,
      maker: callers[makerOf(one)],
      checker: callers[checkerOf(one)],
      superadmin: callers.devi,
      reason: one.reason ?? '',
    })
    if (one.label !== undefined) labelled.set(one.label, row)
  }
}

const YEAR_MS = 340 * DAY_MS

/** The hour of that day in Malaysia, on the Friday before when it would fall on a weekend. */
const instantOf = ({ days_ago, hour, hours_ago }: Specification, now: Date): Date => {
  if (hours_ago !== undefined) return new Date(now.getTime() - hours_ago * HOUR_MS)
  if (days_ago === 0) return new Date(now.getTime() - HOUR_MS)
  const day = startOfDay(malaysianDate(new Date(now.getTime() - days_ago * DAY_MS)))
  const weekday = new Date(day.getTime() + DAY_MS / 2).getUTCDay()
  const back_days = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return new Date(day.getTime() - back_days * DAY_MS + hour * HOUR_MS)
}

const makerOf = ({ by, store }: Specification): AccountName =>
  by ?? (STORES[store].entity === 'selat' ? 'chong' : 'aminah')

/** In Selat only a superadmin is left to check what Chong makes. */
const checkerOf = ({ store }: Specification): AccountName =>
  STORES[store].entity === 'selat' ? 'farid' : 'bakri'

const payloadFor = (one: Specification, corrected: Played | undefined, today: CalendarDate) => {
  const classification = one.consolidated ? '004' : one.classification
  const payload = payloadOf({
    store: one.store,
    type: one.type,
    customer: one.customer,
    lines: one.lines.map(([item = '', quantity = '1', discount_rate, charges_rate]) => ({
      item,
      quantity,
      ...(discount_rate !== undefined && { discount_rate }),
      ...(charges_rate !== undefined && { charges_rate }),
      ...(classification !== undefined && { classification }),
    })),
    ...(one.currency && { currency: one.currency }),
    ...(one.remarks !== undefined && { remarks: one.remarks }),
    ...(one.agent !== undefined && { agent_number: one.agent }),
    ...(one.contract !== undefined && { contract_number: one.contract }),
    ...(one.billed && { billing: { ...monthBefore(today), frequency: one.billed } }),
    ...(corrected && {
      corrects: {
        invoice_number: corrected.invoice_number,
        authority_uuid: corrected.authority_uuid ?? '',
      },
    }),
  })
  return { ...payload, source: one.source ?? payload.source, invoice_number: one.number ?? '' }
}

const monthBefore = (day: CalendarDate) => {
  const end = addDays(firstOfMonth(day), -1)
  return { start: firstOfMonth(end), end }
}

/** Everybody who acts in the past, with rights as they are. */
const loadCallers = async (db: Db, now: Date): Promise<Record<AccountName, Caller>> => {
  const load = async (name: AccountName): Promise<Caller> => {
    const account = await findForSignIn(db, emailOf(name))
    if (!account) throw new Error(`The demo company lost ${name}.`)
    const session = { user_id: account.id, ip: '127.0.0.1', user_agent: 'demo company', now }
    const token = await inTransaction(db, (tx) => openSession(tx, session))
    const caller = await loadCaller(db, { authorization: `Token ${token}` }, { now, idle_ms_max: HOUR_MS })
    await inTransaction(db, (tx) => closeSession(tx, token))
    if (!caller) throw new Error(`${name} cannot act.`)
    return caller
  }
  const [aminah, bakri, chong, devi, ezra, farid, gita] = [
    await load('aminah'),
    await load('bakri'),
    await load('chong'),
    await load('devi'),
    await load('ezra'),
    await load('farid'),
    await load('gita'),
  ]
  return { aminah, bakri, chong, devi, ezra, farid, gita }
}

const registerMistyped = async (simulator_url: string) => {
  for (const [key, id_value] of Object.entries(MISTYPED_CUSTOMERS)) {
    const { tin_no: tin, name } = customerOf(key)
    await ask(`${simulator_url}/_sim/taxpayers`, z.unknown(), { tin, id_type: 'BRN', id_value, name })
  }
}
