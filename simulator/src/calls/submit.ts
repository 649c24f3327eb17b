import { createHash } from 'node:crypto'
import { checkCurrency } from '../checks/currency.ts'
import { type Entry, examineEntry, isSigned, type ReadEntry } from '../checks/entry.ts'
import { checkStates } from '../checks/states.ts'
import { issuerOf } from '../reading/facts.ts'
import { checkSigner } from '../signature/signer.ts'
import { checkSignature } from '../signature/verify.ts'
import { newTail, newUuid } from '../world/ids.ts'
import type { StepFindings, StoredDocument } from '../world/records.ts'
import { readEnvelope } from './envelope.ts'
import { playSentinel, slowSeconds } from './sentinels.ts'
import { type Answer, type AuthorizedRequest, refuse } from './wire/answer.ts'
import { printRejection } from './words/rejection.ts'

/** How long an identical payload of the same taxpayer is refused. */
const PAYLOAD_MS = 10 * 60_000

/**
 * `POST /documentsubmissions`: accepts or rejects each document at once; the rest is decided in the
 * background.
 * Source: sdk.myinvois.hasil.gov.my/einvoicingapi/02-submit-documents/, read 23 Jul 2026.
 */
export const submitDocuments = (request: AuthorizedRequest): Answer => {
  const { world, caller, body } = request
  const payload_hash = createHash('sha256').update(body).digest('hex')
  const repeated = refuseRepeated(request, payload_hash)
  if (repeated) return repeated
  const { intermediary, taxpayer } = caller
  if (intermediary && !intermediary.represents.includes(taxpayer.tin)) {
    return refuse(403, { code: 'IncorrectSubmitter', message: 'No permission to submit for this taxpayer' })
  }
  const envelope = readEnvelope(request)
  if ('refusal' in envelope) return envelope.refusal
  const now = world.now()
  const examined = envelope.entries.map((entry) => ({ entry, result: examineEntry(entry, now) }))
  const accepted: { entry: Entry; read: ReadEntry }[] = []
  const rejected: object[] = []
  for (const { entry, result } of examined) {
    if ('findings' in result) rejected.push(printRejection(entry, result.findings, world.settings.shape))
    else if (issuerOf(result.facts).tin !== taxpayer.tin) return wrongTaxpayer()
    else accepted.push({ entry, read: result })
  }
  const sentinel = playSentinel(world, accepted)
  if (sentinel && !sentinel.accepts) return sentinel.answer
  const documents = store(request, { accepted, payload_hash })
  if (sentinel) return sentinel.answer
  return {
    status: 202,
    body: {
      submissionUid: documents[0]?.submission_uid ?? null,
      acceptedDocuments: documents.map((one) => ({ uuid: one.uuid, invoiceCodeNumber: one.code_number })),
      rejectedDocuments: rejected,
    },
  }
}

const refuseRepeated = ({ world, caller }: AuthorizedRequest, payload_hash: string): Answer | undefined => {
  const earlier = world.payloads.get(`${caller.taxpayer.tin} ${payload_hash}`)
  const seconds = earlier === undefined ? 0 : Math.ceil((earlier + PAYLOAD_MS - world.now()) / 1000)
  if (seconds <= 0) return undefined
  const message =
    'Request payload is identical to a previous payload sent in the last 10 Min. ' +
    `Try to submit payload after ${seconds} seconds.`
  return refuse(422, { code: 'DuplicateSubmission', message }, { 'Retry-After': String(seconds) })
}

const wrongTaxpayer = (): Answer => {
  const message = 'The authenticated TIN and documents TIN is not matching '
  return refuse(400, {
    code: 'ValidationError',
    message,
    target: 'submission',
    details: [{ code: 'ValidationError', message, target: 'submission', propertyPath: null }],
  })
}

type Batch = { accepted: { entry: Entry; read: ReadEntry }[]; payload_hash: string }

const store = (request: AuthorizedRequest, { accepted, payload_hash }: Batch): StoredDocument[] => {
  if (accepted.length === 0) return []
  const { world, caller } = request
  const received_at = world.now()
  const tail = newTail(received_at)
  const submission = {
    submission_uid: newUuid(tail),
    caller_tin: caller.taxpayer.tin,
    intermediary_tin: caller.intermediary?.tin ?? null,
    received_at,
  }
  const documents = accepted.map(({ entry, read }) => {
    const slow_ms = slowSeconds(read.facts) * 1000
    return {
      ...read.facts,
      ...submission,
      uuid: newUuid(tail),
      code_number: entry.code_number,
      format: entry.format,
      document_hash: entry.document_hash,
      body: world.journal.keepBody(read.bytes),
      validate_at: received_at + (slow_ms || world.settings.validation_delay_ms),
      early: earlySteps(request, read),
      status: 'Submitted' as const,
      steps: null,
      validated_at: null,
      long_id: '',
      cancelled_at: null,
      reject_requested_at: null,
      status_reason: null,
    }
  })
  const uuids = documents.map((one) => one.uuid)
  world.record({ kind: 'submission', submission: { ...submission, payload_hash, uuids }, documents })
  return documents
}

/** The background steps that need only the bytes and the submitter run here; their verdict is told later. */
const earlySteps = ({ world, caller }: AuthorizedRequest, read: ReadEntry): StepFindings => {
  const { root } = read.document
  const steps: StepFindings = { code: checkStates(root, world.now()), currency: checkCurrency(root) }
  if (!isSigned(read.facts.version)) return steps
  const signer = checkSigner(read.document, {
    submitter: caller.intermediary ?? caller.taxpayer,
    ca_certificate_pem: world.keys?.ca_certificate_pem ?? '',
    now: world.now(),
  })
  return { ...steps, signature: [...checkSignature(read.document), ...signer] }
}
