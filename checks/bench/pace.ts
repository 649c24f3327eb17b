import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '#domain/time/units.ts'
import { sharedGate } from '../../server/src/authority/wire/shared-gate.ts'
import { on } from '../../server/src/documents/store/tables.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { engineFor, sendAll, time } from './sending.ts'

/** 100 submissions a minute of 100 documents each; of a limit that the authority states we use 0.95 (decision 006). */
const OFFICIAL_PER_MINUTE = 10_000

/** With the official limits on: what is accepted in a minute. A single 429 makes it worth nothing. */
export const benchPace = async (stage: PipelineStage, seconds: number): Promise<Row> => {
  let refused = 0
  const gate = sharedGate({ db: stage.db, box: stage.box, sleep })
  const engine = engineFor(stage, stage.simulator_url, {
    ...gate,
    slowDown: async (...call) => {
      refused += 1
      await gate.slowDown(...call)
    },
  })
  await stage.approve(Math.ceil((OFFICIAL_PER_MINUTE * seconds) / 60))
  await stage.set({ rate_limits: true })
  const before = await accepted(stage)
  const ms = await time(() => sendAll(stage, engine))
  await stage.set({ rate_limits: false })
  const per_minute = (((await accepted(stage)) - before) / ms) * MINUTE_MS
  return {
    name: 'accepted against the official limit, without a 429',
    figure: `${Math.round(per_minute)} documents/min, ${refused} times 429`,
    ratio: refused > 0 ? 0 : per_minute / OFFICIAL_PER_MINUTE,
    goal: 0.94,
    floor: 0.5,
  }
}

const accepted = async ({ db }: PipelineStage): Promise<number> => {
  const rows = await on(db).selectFrom('documents').where('status', '=', 'Submitted').select('id').execute()
  return rows.length
}
