import { z } from 'zod'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { accessChanged } from '../../entities/records/facts.ts'
import { defineJob } from '../../platform/jobs/definition.ts'
import { LANES } from './tables.ts'

/**
 * Sends what is approved in one lane of a sender entity. One job per approval (keyed by document): it exists exactly if
 * the approval committed, so none is forgotten; a job that finds nothing left to send ends at once. Later tries
 * are keyed by entity, so that they do not multiply.
 */
export const sendJob = defineJob({
  name: 'documents.send',
  payload: z.object({ sender_entity_id: z.uuid(), lane: z.enum(LANES) }),
  policy: 'short',
  retries: 100,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

const ofRun = z.object({ run_id: z.uuid() })

/** Goes on with approving, or taking back, many documents, and asks for itself again while there are more. */
export const approvalRunJob = defineJob({
  name: 'documents.approval-run',
  payload: ofRun,
  policy: 'in-turn',
  retries: 100,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

/** Lets what was approved in one act go to the authority, once it can be undone no more. */
export const releaseRunJob = defineJob({
  name: 'documents.release-run',
  payload: ofRun,
  policy: 'short',
  retries: 100,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

/**
 * Asks the authority for the verdict on one submission until all its documents have one. The authority's UUID is that
 * of a document without a submission, which is asked about by itself.
 */
export const pollJob = defineJob({
  name: 'documents.poll',
  payload: z.object({
    sender_entity_id: z.uuid(),
    submission_uid: z.string().max(100),
    authority_uuid: z.string().max(100).optional(),
  }),
  policy: 'short',
  retries: 1000,
  backoff_ms: 1_000,
  backoff_ms_max: 30_000,
})

/** Finds out what became of a document whose answer was lost (decisions.md §4). */
export const resolveJob = defineJob({
  name: 'documents.resolve',
  payload: z.object({ attempt_id: z.uuid() }),
  policy: 'short',
  retries: 1000,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

/** Finds out what became of a cancellation whose answer was lost. */
export const cancellationJob = defineJob({
  name: 'documents.cancellation',
  payload: z.object({ cancellation_id: z.uuid() }),
  policy: 'short',
  retries: 1000,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

/** Goes on with cancelling many documents of one company in one environment, whichever runs they belong to. */
export const cancellationRunJob = defineJob({
  name: 'documents.cancellation-run',
  payload: z.object({ sender_entity_id: z.uuid(), environment: z.enum(ENVIRONMENTS) }),
  policy: 'in-turn',
  retries: 100,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

/** Held documents of a company whose way to the authority has changed; what fails here the sweep does. */
export const releaseHeldJob = defineJob({ name: 'documents.release-held', payload: accessChanged.payload })

/** Every minute, and at each start of a worker at once: whatever is on its way and has no job any more gets one. */
export const sweepJob = defineJob({
  name: 'documents.sweep',
  payload: z.object({ quiet_ms: z.int().min(0).optional() }),
  policy: 'singleton',
})

/** Every minute: what changed is added to the counters. */
export const foldJob = defineJob({
  name: 'documents.fold',
  payload: z.object({}),
  policy: 'singleton',
  retries: 0,
})

/** Hours of reading that the next night does again: what fails is tried once more and not all morning. */
const nightly = (name: `documents.${string}`) =>
  defineJob({ name, payload: z.object({}), policy: 'singleton', retries: 1, expire_seconds: 6 * 3_600 })

/** Every night: the counters are held against the documents. */
export const recountJob = nightly('documents.recount')

/** Every night: what lists go by is held against the documents. */
export const checkOrdersJob = nightly('documents.check-orders')

/** Every night: buyers and agents that no document has any longer are forgotten. */
export const forgetPartiesJob = nightly('documents.forget-parties')

/** Every five minutes: has a buyer asked for rejection, or somebody cancelled on the authority's own portal? */
export const watchJob = defineJob({
  name: 'documents.watch',
  payload: z.object({}),
  policy: 'singleton',
  retries: 0,
  expire_seconds: 600,
})

/** Every minute, and at each start: that a worker is there is written down. */
export const signJob = defineJob({
  name: 'documents.sign',
  payload: z.object({}),
  policy: 'singleton',
  retries: 0,
})

/** Every minute, where something is to be compared: what has the authority received that is not known here? */
export const compareJob = defineJob({
  name: 'documents.compare',
  payload: z.object({}),
  policy: 'singleton',
  retries: 0,
  expire_seconds: 600,
})

/** Looks whether what is held is what the authority has already. */
export const recogniseJob = defineJob({
  name: 'documents.recognise',
  payload: z.object({ sender_entity_id: z.uuid(), document_id: z.uuid() }),
  policy: 'short',
  // The sweep asks again: what waits for another try keeps no second one away.
  retries: 0,
})
