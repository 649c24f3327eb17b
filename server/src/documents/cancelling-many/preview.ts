import type { cancellations } from '#contract/documents/cancellations.ts'
import type { Output } from '#contract/endpoint.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { spacingOf } from '../../authority/wire/calls.ts'
import type { Db } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { judge } from './judge.ts'
import type { Place } from './runs.ts'

/** What would come of cancelling these: how many can be, how long that takes, and why the others cannot. */
export const previewCancelling = async (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  { uuids }: { uuids: readonly string[] },
): Promise<Output<typeof cancellations.preview>> => {
  const judged = await judge(db, { caller, now }, uuids)
  const cancellable = judged.filter(({ refusal }) => refusal === null)
  const ends = cancellable.flatMap(({ cancel_by }) => cancel_by?.getTime() ?? [])
  const places = [...Map.groupBy(cancellable, placeOf).values()]
  const each = await Promise.all(
    places.map(async (alike) => alike.length + (alike[0] ? await countWaiting(db, alike[0]) : 0)),
  )
  return {
    cancellable: cancellable.length,
    first_ends_at: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
    // Of different companies they go on beside each other.
    takes_ms: Math.max(0, ...each) * spacingOf('state'),
    refusals: judged.flatMap(({ refusal }) => refusal ?? []),
  }
}

const placeOf = ({ sender_entity_id, environment }: Place) => `${sender_entity_id} ${environment}`

const countWaiting = async (db: Db, place: Place): Promise<number> => {
  const { n } = await on(db)
    .selectFrom('cancellation_run_documents as d')
    .innerJoin('cancellation_runs as r', 'r.id', 'd.run_id')
    .where('r.sender_entity_id', '=', place.sender_entity_id)
    .where('r.environment', '=', place.environment)
    .where('d.state', 'in', ['waiting', 'asking'])
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
