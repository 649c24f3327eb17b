import { createAuthority } from '../../server/src/authority/calls/client.ts'
import { places } from '../../server/src/authority/wire/environments.ts'
import type { Gate } from '../../server/src/authority/wire/gate.ts'
import { sendApproved } from '../../server/src/documents/sending/send.job.ts'
import type { Engine } from '../../server/src/documents/store/engine.ts'
import type { Lane } from '../../server/src/documents/store/tables.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import { createEngine } from '../../server/src/worker.ts'
import type { PipelineStage } from './pipeline-stage.ts'

/** The product's own engine, with its client pointed at one of the two authorities. */
export const engineFor = ({ db, box, log }: PipelineStage, authority_url: string, gate: Gate): Engine => ({
  ...createEngine({ db, box, log, simulator_url: authority_url, gate, clock: systemClock }),
  authority: createAuthority({ places: places(authority_url), clock: systemClock, gate }),
})

/** Two senders at once, as one worker has them. */
export const sendAll = async (stage: PipelineStage, engine: Engine, lane: Lane = 'bulk') => {
  const wanted = { sender_entity_id: stage.sender_entity_id, lane }
  await Promise.all([sendApproved(engine, wanted), sendApproved(engine, wanted)])
}

/** How long it took, in ms. */
export const time = async (run: () => unknown): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}
