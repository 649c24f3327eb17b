import { z } from 'zod'
import type { CallName } from '../wire/calls.ts'
import type { Credentials } from '../wire/credentials.ts'
import { type Environment, validationUrl } from '../wire/environments.ts'
import { openGate, type Turn } from '../wire/gate.ts'
import { exchange } from '../wire/http.ts'
import type { IsAnswer, TransportParts } from '../wire/network.ts'
import { createTransport } from '../wire/transport.ts'
import type {
  Asked,
  DetailFacts,
  StepFacts,
  SubmissionFacts,
  SubmitAnswer,
  SummaryFacts,
  Unavailable,
} from '../words/answers.ts'
import { readStatus, summarySchema, word } from '../words/reading.ts'
import { readReasons } from '../words/reasons.ts'
import { readAsked } from './asked.ts'
import { type NewsCalls, newsCalls } from './news.ts'
import { type OutgoingDocument, submissionOf } from './submission-body.ts'
import { readSubmit } from './submit.ts'
import { type TaxpayerCalls, taxpayerCalls } from './taxpayers.ts'

/**
 * The documents whose number, name or id holds the text (empty: all), by the time at which they were submitted, or by
 * the one that stands in them as issue date and time. `from` comes before `to`, at most 31 days (reference §14).
 * `status`: only those of one status; none says what buyers ask for.
 */
export type SearchWanted = {
  text: string
  by: 'submission' | 'issue'
  from: Date
  to: Date
  status?: 'Cancelled' | undefined
}
/** `total`: how many documents the search has on all pages; null where the authority does not say. */
export type Found = { documents: SummaryFacts[]; total: number | null }
export const SEARCH_PAGE_ROWS = 100

/** The calls an issuer makes (MyInvois API v1.0). Every method may be called outside a transaction only. */
export type Authority = TaxpayerCalls &
  NewsCalls & {
    /** Waits for the next turn to submit; answers why not when there is none soon. Comes before `submit`. */
    awaitTurn(credentials: Credentials): Promise<Turn | Unavailable>
    /** Whether submissions failed until nothing but a trial goes out any more, and none was answered since. */
    submitFails(credentials: Credentials): Promise<boolean>
    submit(credentials: Credentials, documents: readonly OutgoingDocument[]): Promise<SubmitAnswer>
    submission(credentials: Credentials, submission_uid: string): Promise<Asked<SubmissionFacts>>
    details(credentials: Credentials, uuid: string): Promise<Asked<DetailFacts>>
    raw(credentials: Credentials, uuid: string): Promise<Asked<SummaryFacts & { document: string }>>
    /** One page of what was sent, from 1, the newest submission first; `searchPages` reads on. */
    search(
      credentials: Credentials,
      wanted: SearchWanted & { page: number; page_rows?: number },
    ): Promise<Asked<Found>>
    cancel: Cancel
    /**
     * Signs in and waits for the next turn to cancel, where that is near: what goes on by itself leaves the others to
     * people. Comes before `cancelInTurn`.
     */
    awaitTurnToCancel(credentials: Credentials): Promise<Turn | Unavailable>
    cancelInTurn: Cancel
    /** Whether the authority takes these credentials and answers at all right now. */
    reach(credentials: Credentials): Promise<boolean>
    /** Drops the token that is held for these credentials, or that they were refused: the next call signs in afresh. */
    forget(credentials: Credentials): Promise<void>
    validationUrl(environment: Environment, uuid: string, long_id: string): string
  }

type Cancel = (credentials: Credentials, uuid: string, reason: string) => Promise<Asked<{ status: string }>>

/**
 * A turn to cancel that is further off is left to people, who wait for 20 s at most. A little more than turns are
 * apart, so that of several companies with one client each gets some.
 */
const NEAR_MS = 6_000
const SUBMIT_TIMEOUT_MS = 60_000
const ASK_TIMEOUT_MS = 20_000

/** A submission whose fate an answer leaves unclear has failed: it costs documents. */
const tellsFate: IsAnswer = (response) => readSubmit(response).kind !== 'unclear'

type Settings = Omit<TransportParts, 'gate' | 'network'> & Partial<Pick<TransportParts, 'gate' | 'network'>>

/** Without a gate of its own the client is alone: no pace, no shared token. */
export const createAuthority = (settings: Settings): Authority => {
  const { places, gate = openGate(), network = exchange } = settings
  const transport = createTransport({ ...settings, gate, network })

  const ask = async <T>(
    c: Credentials,
    call: CallName,
    path: string,
    schema: z.ZodType<T>,
  ): Promise<Asked<T>> =>
    readAsked(
      await transport.call(c, { call, method: 'GET', path, timeout_ms: ASK_TIMEOUT_MS }),
      schema,
      call,
    )

  return {
    ...taxpayerCalls(ask),
    ...newsCalls(ask),
    awaitTurn: (c) => transport.awaitTurn(c, 'submit'),
    submitFails: (c) => transport.hasOpened(c, 'submit'),
    submit: async (c, documents) => {
      const body = submissionOf(documents)
      const wanted = { call: 'submit', method: 'POST', path: '/documentsubmissions/', body } as const
      return readSubmit(
        await transport.carry(c, { ...wanted, timeout_ms: SUBMIT_TIMEOUT_MS, isAnswer: tellsFate }),
      )
    },
    submission: (c, uid) =>
      ask(
        c,
        'submission',
        `/documentsubmissions/${encodeURIComponent(uid)}?pageNo=1&pageSize=100`,
        submissionSchema,
      ),
    details: (c, uuid) => ask(c, 'details', `/documents/${encodeURIComponent(uuid)}/details`, detailSchema),
    raw: (c, uuid) => ask(c, 'raw', `/documents/${encodeURIComponent(uuid)}/raw`, rawSchema),
    search: (c, { text, by, from, to, status, page, page_rows = SEARCH_PAGE_ROWS }) => {
      const query = new URLSearchParams({
        [`${by}DateFrom`]: from.toISOString(),
        [`${by}DateTo`]: to.toISOString(),
        invoiceDirection: 'Sent',
        ...(text !== '' && { searchQuery: text }),
        ...(status && { status }),
        pageSize: String(page_rows),
        pageNo: String(page),
      })
      return ask(c, 'search', `/documents/search?${query}`, searchSchema)
    },
    cancel: async (c, uuid, reason) =>
      readAsked(await transport.call(c, cancelling(uuid, reason)), cancelSchema, 'state'),
    // A login has a turn of its own, and may be refused: before anything is intended.
    awaitTurnToCancel: async (c) =>
      (await transport.demandToken(c)) ?? transport.awaitTurn(c, 'state', NEAR_MS),
    cancelInTurn: async (c, uuid, reason) =>
      readAsked(await transport.carry(c, cancelling(uuid, reason)), cancelSchema, 'state'),
    forget: (c) => transport.forget(c),
    reach: async (c) => (await ask(c, 'other', '/documenttypes', typesSchema)).kind === 'answered',
    validationUrl: (environment, uuid, long_id) =>
      validationUrl(places[environment].portal_url, uuid, long_id),
  }
}

const submissionSchema = z
  .object({
    documentcount: z.int().nullish().catch(null),
    documentsummary: z.array(summarySchema).max(100),
  })
  .transform(
    (raw): SubmissionFacts => ({
      complete: raw.documentcount === raw.documentsummary.length,
      documents: raw.documentsummary,
    }),
  )

/** Valid steps have `error: null`, or no such key at all (reference §10). An odd step costs nothing but itself. */
const stepSchema = z
  .object({ name: word.catch(''), status: word.catch(''), error: z.unknown().optional() })
  .transform(
    (raw): StepFacts => ({
      name: raw.name,
      status: readStatus(raw.status),
      reasons: readReasons(raw.error),
    }),
  )
  .catch({ name: '', status: 'unknown', reasons: [] })

const detailSchema = z
  .object({
    validationresults: z.object({ validationsteps: z.array(stepSchema).max(50).nullish() }).nullish(),
  })
  .and(summarySchema)
  .transform(
    ({ validationresults, ...facts }): DetailFacts => ({
      ...facts,
      steps: validationresults?.validationsteps ?? [],
    }),
  )

/** Whatever it lists: that it does tells it from a page in its place. */
const typesSchema = z.object({ result: z.array(z.unknown()) })
const rawSchema = z.object({ document: z.string() }).and(summarySchema)
const searchSchema = z
  .object({
    result: z.array(summarySchema).max(SEARCH_PAGE_ROWS),
    metadata: z
      .object({ totalcount: z.int().min(0) })
      .nullish()
      .catch(null),
  })
  .transform((raw): Found => ({ documents: raw.result, total: raw.metadata?.totalcount ?? null }))
const cancelling = (uuid: string, reason: string) =>
  ({
    call: 'state',
    method: 'PUT',
    path: `/documents/state/${encodeURIComponent(uuid)}/state`,
    body: JSON.stringify({ status: 'cancelled', reason }),
    timeout_ms: ASK_TIMEOUT_MS,
  }) as const

const cancelSchema = z.object({ status: z.string() })
