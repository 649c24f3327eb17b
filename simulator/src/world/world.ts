import type { Journal } from './journal.ts'
import type { Keys, Settings, StoredDocument, Submission, Taxpayer, Verdict, WorldEvent } from './records.ts'

/** The simulator's whole state: what the events of the journal add up to. */
export type World = {
  readonly taxpayers: Map<string, Taxpayer>
  readonly clients: Map<string, Taxpayer>
  readonly submissions: Map<string, Submission>
  /** Every document ever accepted, in order. */
  readonly documents: Map<string, StoredDocument>
  /** Undecided documents, soonest verdict first. */
  readonly pending: StoredDocument[]
  /** When each payload was last accepted: caller's TIN and hash of the bytes → instant in ms. */
  readonly payloads: Map<string, number>
  /** Documents by what makes them duplicates of each other. */
  readonly twins: Map<string, StoredDocument[]>
  /** Documents by the uuid of an original to which they refer. */
  readonly referrers: Map<string, StoredDocument[]>
  readonly journal: Journal
  settings: Settings
  keys: Keys | undefined
  offset_ms: number
  /** The simulator's own time in UTC ms: the real clock plus the offset that tests set. */
  now(): number
  /** Writes an event to the journal, then applies it. Throws JournalFailure, and then neither has happened. */
  record(event: WorldEvent): void
}

export type WorldOptions = { journal: Journal; settings: Settings; now: () => number }

/**
 * Builds the world from the journal; settings given here hold until the journal or a control call says
 * otherwise.
 */
export const createWorld = ({ journal, settings, now }: WorldOptions): World => {
  const world: World = {
    taxpayers: new Map(),
    clients: new Map(),
    submissions: new Map(),
    documents: new Map(),
    pending: [],
    payloads: new Map(),
    twins: new Map(),
    referrers: new Map(),
    journal,
    settings,
    keys: undefined,
    offset_ms: 0,
    now: () => now() + world.offset_ms,
    record: (event) => {
      journal.append(event)
      apply(world, detached(event))
    },
  }
  for (const event of journal.past) apply(world, event)
  journal.past.length = 0
  return world
}

/** Documents of the same type, version, issue instant, number and issuer are duplicates of each other. */
export const twinKey = (document: StoredDocument): string =>
  [
    document.type_code,
    document.version,
    document.issue_date,
    document.issue_time,
    document.number,
    document.caller_tin,
  ].join('\n')

/** A copy that stands alone: a text that was cut out of a document would keep the whole document in memory. */
const detached = (event: WorldEvent) => JSON.parse(JSON.stringify(event)) as WorldEvent // as it was written

const apply = (world: World, event: WorldEvent): void => {
  switch (event.kind) {
    case 'keys':
      world.keys = event.keys
      return
    case 'clock':
      world.offset_ms = event.offset_ms
      return
    case 'settings':
      world.settings = {
        ...event.settings,
        shape: event.settings.shape ?? world.settings.shape,
        limits: event.settings.limits ?? {},
      }
      return
    case 'taxpayer':
      world.taxpayers.set(event.taxpayer.tin, event.taxpayer)
      world.clients.set(event.taxpayer.client_id, event.taxpayer)
      return
    case 'submission':
      addSubmission(world, event.submission, event.documents)
      return
    case 'verdict':
      applyVerdict(world, event)
      return
    case 'cancellation':
      change(world, event.uuid, {
        status: 'Cancelled',
        cancelled_at: event.at,
        status_reason: event.reason,
      })
      return
    case 'rejection':
      change(world, event.uuid, { reject_requested_at: event.at, status_reason: event.reason })
      return
  }
}

const addSubmission = (world: World, submission: Submission, documents: StoredDocument[]): void => {
  world.submissions.set(submission.submission_uid, submission)
  world.payloads.set(`${submission.caller_tin} ${submission.payload_hash}`, submission.received_at)
  for (const document of documents) {
    world.documents.set(document.uuid, document)
    append(world.twins, twinKey(document), document)
    for (const { uuid } of document.references) append(world.referrers, uuid, document)
    const place = world.pending.findLastIndex((one) => one.validate_at <= document.validate_at)
    world.pending.splice(place + 1, 0, document)
  }
}

const applyVerdict = (world: World, verdict: Verdict): void => {
  const place = world.pending.findIndex((one) => one.uuid === verdict.uuid)
  if (place >= 0) world.pending.splice(place, 1)
  const { status, steps, validated_at, long_id } = verdict
  change(world, verdict.uuid, { status, steps, validated_at, long_id })
}

const change = (world: World, uuid: string, changes: Partial<StoredDocument>): void => {
  const document = world.documents.get(uuid)
  if (document) Object.assign(document, changes)
}

const append = (map: Map<string, StoredDocument[]>, key: string, document: StoredDocument): void => {
  const list = map.get(key)
  if (list) list.push(document)
  else map.set(key, [document])
}
