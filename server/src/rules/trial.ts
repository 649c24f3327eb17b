import type { Endpoint } from '#contract/endpoint.ts'
import type { RequestTrial } from '#contract/people/change-requests.ts'
import { type RuleTrial, SHARE_ALONE_MAX, TRIAL_DAYS, TRIAL_LISTED_MAX } from '#contract/shaping/rules.ts'
import { type Caller, callerId } from '#domain/access/caller.ts'
import type { Party, TaxDocument } from '#domain/documents/document.ts'
import { invalidFields } from '#domain/problems.ts'
import { type Breach, breachesOf } from '#domain/rules/judge.ts'
import { type CompiledRule, compileRule, type ValidationRule } from '#domain/rules/rule.ts'
import { fieldOf } from '#domain/shaping/fields.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { storeIds } from '../access/scope.ts'
import { type RecentDocument, recentDocuments } from '../documents/reading/recent.ts'
import { listStores } from '../entities/records/stores.ts'
import type { Db } from '../platform/db/database.ts'
import type { CallFacts } from '../platform/http/route.ts'
import { openDoor } from '../platform/turns/door.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'

/** So many documents are judged at most, for at most so long; the answer says how many they were. */
const TRIAL_DOCUMENTS_MAX = 100_000
const TRIAL_MS_MAX = 2_500

const BATCH_ROWS = 1_000
/** Others are answered after so long. */
const TURN_MS = 10

type Scope = ReturnType<typeof storeIds>

export type By = { db: Db; caller: Caller; now: Date } & Pick<CallFacts<Endpoint>, 'aside'>

/**
 * What a rule would have stopped of the newest documents of the last TRIAL_DAYS days that the caller may see. It is
 * tried on no others. Whoever has not all departments needs a second person, whatever the rule says: an answer that
 * goes by documents is an answer about them.
 */
export const tryRule = (by: By, rule: ValidationRule): Promise<RuleTrial> =>
  tryWithin(by, rule, {
    scope: storeIds(by.caller),
    noTurn: (error) => {
      throw error
    },
  })

/**
 * The same of all departments, for the superadmin who decides: to whoever asks nothing of it is told. Null where too
 * much is being tried: a request may be decided without.
 */
export const tryForDecider = async (by: By, rule: ValidationRule): Promise<RequestTrial | null> => {
  const trial = await tryWithin(by, rule, { scope: 'all', noTurn: () => null })
  if (!trial) return null
  const { judged, complete, stopped, stopped_valid } = trial
  return { judged, complete, stopped, stopped_valid }
}

type Within<N> = { scope: Scope; noTurn(error: unknown): N }

const tryWithin = async <N>(
  by: By,
  rule: ValidationRule,
  { scope, noTurn }: Within<N>,
): Promise<RuleTrial | N> => {
  const compiled = compileRule(rule)
  if ('refused' in compiled) throw invalidFields({ value: [compiled.refused] })
  let leave = () => {}
  let refused: unknown
  try {
    // Also without a turn the call has to be let in again before it goes on.
    await by.aside(async () => {
      try {
        leave = await turns.admit(callerId(by.caller))
      } catch (error) {
        refused = error
      }
    })
    if (refused !== undefined) return noTurn(refused)
    return await tryAlone(by, compiled, scope)
  } finally {
    leave()
  }
}

/** One at a time, since each takes all that the database can read, and until its end, whoever hangs up. */
const turns = openDoor({
  ...{ at_once: 1, own_at_once: 1, crowds: [] },
  ...{ wait_ms_max: 30_000, waiting_max: 100, own_waiting_max: 20 },
})

const tryAlone = async (
  { db, caller, now }: By,
  compiled: CompiledRule,
  scope: Scope,
): Promise<RuleTrial> => {
  const since = new Date(now.getTime() - TRIAL_DAYS * DAY_MS)
  const parts = partsOf(compiled)
  const tally = openTally(scope, { sees_all: await seesAll({ db, caller }) })
  const until_ms = performance.now() + TRIAL_MS_MAX
  const read = (after?: RecentDocument) => recentDocuments(db, { since, parts, after, limit: BATCH_ROWS })
  let coming = read()
  for (;;) {
    const batch = await coming
    const last = batch.length === BATCH_ROWS ? batch.at(-1) : undefined
    // The next ones are read while these are judged.
    if (last) coming = read(last)
    const in_time = await judgeBatch(batch, { compiled, tally, until_ms })
    if (in_time && last) continue
    coming.catch(() => undefined)
    return tally.told(in_time)
  }
}

type Tally = Pick<ReturnType<typeof openTally>, 'read' | 'sees' | 'count'>
type Judging = { compiled: CompiledRule; tally: Tally; until_ms: number }

/** Judges documents; others are answered in between. False when time or number was up before its end. */
export const judgeBatch = async (batch: readonly RecentDocument[], judging: Judging): Promise<boolean> => {
  const steps = judge(batch, judging)
  let since_ms = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    const now_ms = performance.now()
    if (now_ms > judging.until_ms) return false
    if (now_ms - since_ms <= TURN_MS) continue
    await takeTurn()
    since_ms = performance.now()
  }
}

/** Between any two evaluations there may be a pause: a document may have hundreds of lines. */
function* judge(
  batch: readonly RecentDocument[],
  { compiled, tally }: Judging,
): Generator<undefined, boolean> {
  for (const row of batch) {
    if (tally.read() >= TRIAL_DOCUMENTS_MAX) return false
    yield
    if (tally.sees(row)) tally.count(row, yield* firstBreach(asDocument(row.content), compiled))
  }
  return true
}

/** One says that a rule stops a document; the others are not looked for. */
function* firstBreach(document: TaxDocument, rule: CompiledRule): Generator<undefined, Breach | undefined> {
  for (const breach of breachesOf(document, [rule])) {
    if (breach) return breach
    yield
  }
  return undefined
}

/** What the rule looks at. */
const partsOf = (rule: CompiledRule): string[] => {
  const part = fieldOf(rule.field)?.part ?? 'document'
  const of_field = part === 'document' ? rule.field : part
  return [...new Set([of_field, ...('test' in rule ? [] : rule.formula.names)])]
}

// A rule sees nothing but the parts that were read, and these are whole.
const asDocument = (content: Partial<TaxDocument>) =>
  ({ ...NOTHING, ...content, items: content.items ?? [] }) as TaxDocument
const NOTHING = { customer: {} as Party, sender: {} as Party }

/** Whether all departments are the caller's, so that there are no documents that he may not see. */
export const seesAll = async ({ db, caller }: Pick<By, 'db' | 'caller'>): Promise<boolean> => {
  const scope = storeIds(caller)
  return scope === 'all' || (await listStores(db)).every(({ id }) => scope.includes(id))
}

const openTally = (scope: Scope, { sees_all }: { sees_all: boolean }) => {
  const stores = scope === 'all' ? undefined : new Set(scope)
  const counts = { judged: 0, stopped: 0, stopped_valid: 0, stopped_invalid: 0 }
  const documents: RuleTrial['documents'] = []
  let [read, valid, since]: [number, number, string | null] = [0, 0, null]

  return {
    read: () => read,
    sees: ({ store_code_id }: RecentDocument) => {
      read += 1
      return !stores || stores.has(store_code_id)
    },
    count: (row: RecentDocument, breach: { field: string; message: string } | undefined) => {
      const is_valid = Number(row.validated_at !== null)
      counts.judged += 1
      valid += is_valid
      since = malaysianDate(row.created_at)
      if (!breach) return
      counts.stopped += 1
      counts.stopped_valid += is_valid
      counts.stopped_invalid += Number(row.status === 'Invalid')
      if (documents.length === TRIAL_LISTED_MAX) return
      const { id: uuid, invoice_number, invoice_date, buyer_name, status } = row
      documents.push({
        ...{ uuid, invoice_number, invoice_date, buyer_name, status },
        ...{ field: breach.field, message: breach.message },
      })
    },
    told: (complete: boolean): RuleTrial => ({
      ...{ ...counts, complete, since, documents, sees_all },
      second_person: !sees_all || counts.stopped_valid > valid * SHARE_ALONE_MAX,
    }),
  }
}
