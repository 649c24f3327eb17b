import type { cancellations } from '#contract/documents/cancellations.ts'
import type { Output } from '#contract/endpoint.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { spacingOf } from '../../authority/wire/calls.ts'
import type { Db } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { type Judged, judge } from './judge.ts'
import type { Place } from './runs.ts'

/** Nobody waits for more: by then 72 hours are over. */
const WAITING_MAX = 100_000

/** What would come of cancelling these: how many can be, how long that takes, and why the others cannot. */
export const previewCancelling = async (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  { uuids }: { uuids: readonly string[] },
): Promise<Output<typeof cancellations.preview>> => {
  const judged = await judge(db, { caller, now }, uuids)
  const cancellable = judged.filter(({ refusal }) => refusal === null)
  const ends = cancellable.map(endOf)
  const places = [...Map.groupBy(cancellable, placeOf).values()]
  const each = await Promise.all(
    places.map(async (alike) => planned(alike, alike[0] ? await readWaiting(db, alike[0]) : [], now)),
  )
  return {
    cancellable: cancellable.length,
    first_ends_at: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
    // Of different companies they go on beside each other.
    takes_ms: Math.max(0, ...each.map(({ turns }) => turns)) * spacingOf('state'),
    too_late: each.reduce((sum, { late }) => sum + late, 0),
    refusals: judged.flatMap(({ refusal }) => refusal ?? []),
  }
}

const placeOf = ({ sender_entity_id, environment }: Place) => `${sender_entity_id} ${environment}`

/** How many turns all of them take, by whose end comes first, and how many of those chosen are over by theirs. */
const planned = (chosen: readonly Judged[], waiting: readonly Ending[], now: Date) => {
  const all = [
    ...waiting.map((one) => ({ end: endOf(one), is_chosen: false })),
    ...chosen.map((one) => ({ end: endOf(one), is_chosen: true })),
  ].toSorted((a, b) => a.end - b.end)
  let [turns, late] = [0, 0]
  for (const { end, is_chosen } of all) {
    if (now.getTime() + turns * spacingOf('state') <= end) turns++
    else if (is_chosen) late++
  }
  return { turns, late }
}

type Ending = { cancel_by: Date | null }

const endOf = ({ cancel_by }: Ending): number => cancel_by?.getTime() ?? Number.POSITIVE_INFINITY

const readWaiting = (db: Db, place: Place): Promise<Ending[]> =>
  on(db)
    .selectFrom('cancellation_run_documents as d')
    .innerJoin('cancellation_runs as r', 'r.id', 'd.run_id')
    .where('r.sender_entity_id', '=', place.sender_entity_id)
    .where('r.environment', '=', place.environment)
    .where('d.state', 'in', ['waiting', 'asking'])
    .orderBy('d.cancel_by')
    .select('d.cancel_by')
    .limit(WAITING_MAX)
    .execute()
