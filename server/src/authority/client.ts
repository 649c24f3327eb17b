import { z } from 'zod'
import type { Clock } from '../platform/clock/clock.ts'
import type { Asked, DetailFacts, SubmissionFacts, SubmitAnswer, SummaryFacts } from './answers.ts'
import { readAsked } from './asked.ts'
import { type Environment, type Place, validationUrl } from './environments.ts'
import { type AuthorityResponse, exchange } from './http.ts'
import { readReasons, readStatus, summarySchema } from './reading.ts'
import { readSubmit } from './submit.ts'
import { type Credentials, createTokens, type TokenAnswer } from './token.ts'

export type OutgoingDocument = { code_number: string; bytes: Buffer; document_hash: string }

/** The calls an issuer makes (MyInvois API v1.0). Every method may be called outside a transaction only. */
export type Authority = {
  submit(credentials: Credentials, documents: readonly OutgoingDocument[]): Promise<SubmitAnswer>
  submission(credentials: Credentials, submission_uid: string): Promise<Asked<SubmissionFacts>>
  details(credentials: Credentials, uuid: string): Promise<Asked<DetailFacts>>
  raw(credentials: Credentials, uuid: string): Promise<Asked<SummaryFacts & { document: string }>>
  /** Documents received in the window (at most 31 days) whose number, name or id holds the text; empty matches all. */
  search(
    credentials: Credentials,
    wanted: { text: string; from: Date; to: Date },
  ): Promise<Asked<SummaryFacts[]>>
  cancel(credentials: Credentials, uuid: string, reason: string): Promise<Asked<{ status: string }>>
  /** Whether the authority takes these credentials and answers at all right now. */
  reach(credentials: Credentials): Promise<boolean>
  validationUrl(environment: Environment, uuid: string, long_id: string): string
}

const SUBMIT_TIMEOUT_MS = 60_000
const ASK_TIMEOUT_MS = 20_000

type Settings = { places: Record<Environment, Place>; clock: Clock; submit_timeout_ms?: number }
type Wanted = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: string; timeout_ms: number }

export const createAuthority = ({
  places,
  clock,
  submit_timeout_ms = SUBMIT_TIMEOUT_MS,
}: Settings): Authority => {
  const tokens = createTokens(places, clock)

  /** One call with a token; a 401 earns one more try with a fresh token, since nothing was done. */
  const call = async (
    c: Credentials,
    wanted: Wanted,
    fresh = false,
  ): Promise<AuthorityResponse | Exclude<TokenAnswer, { kind: 'token' }>> => {
    const token = await tokens.get(c)
    if (token.kind !== 'token') return token
    const answer = await exchange({
      method: wanted.method,
      url: `${places[c.environment].api_url}/api/v1.0${wanted.path}`,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        authorization: `Bearer ${token.token}`,
        ...(wanted.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(wanted.body !== undefined && { body: wanted.body }),
      timeout_ms: wanted.timeout_ms,
    })
    if (answer.kind !== 'response' || answer.status !== 401) return answer
    tokens.drop(c)
    return fresh ? answer : call(c, wanted, true)
  }

  const ask = async <T>(c: Credentials, path: string, schema: z.ZodType<T>): Promise<Asked<T>> =>
    readAsked(await call(c, { method: 'GET', path, timeout_ms: ASK_TIMEOUT_MS }), schema)

  return {
    submit: async (c, documents) => {
      const body = JSON.stringify({
        documents: documents.map((d) => ({
          format: 'XML',
          document: d.bytes.toString('base64'),
          documentHash: d.document_hash,
          codeNumber: d.code_number,
        })),
      })
      return readSubmit(
        await call(c, { method: 'POST', path: '/documentsubmissions/', body, timeout_ms: submit_timeout_ms }),
      )
    },
    submission: (c, uid) =>
      ask(c, `/documentsubmissions/${encodeURIComponent(uid)}?pageNo=1&pageSize=100`, submissionSchema),
    details: (c, uuid) => ask(c, `/documents/${encodeURIComponent(uuid)}/details`, detailSchema),
    raw: (c, uuid) => ask(c, `/documents/${encodeURIComponent(uuid)}/raw`, rawSchema),
    search: (c, { text, from, to }) => {
      const query = new URLSearchParams({
        submissionDateFrom: from.toISOString(),
        submissionDateTo: to.toISOString(),
        invoiceDirection: 'Sent',
        ...(text !== '' && { searchQuery: text }),
        pageSize: '100',
        pageNo: '1',
      })
      return ask(c, `/documents/search?${query}`, searchSchema)
    },
    cancel: async (c, uuid, reason) => {
      const body = JSON.stringify({ status: 'cancelled', reason })
      const path = `/documents/state/${encodeURIComponent(uuid)}/state`
      return readAsked(await call(c, { method: 'PUT', path, body, timeout_ms: ASK_TIMEOUT_MS }), cancelSchema)
    },
    reach: async (c) => (await ask(c, '/documenttypes', z.unknown())).kind === 'answered',
    validationUrl: (environment, uuid, long_id) =>
      validationUrl(places[environment].portal_url, uuid, long_id),
  }
}

const submissionSchema = z
  .object({
    submissionuid: z.string(),
    overallstatus: z.string(),
    documentsummary: z.array(summarySchema).max(100),
  })
  .transform(
    (raw): SubmissionFacts => ({
      submission_uid: raw.submissionuid,
      in_progress: raw.overallstatus.toLowerCase().replaceAll(' ', '') === 'inprogress',
      documents: raw.documentsummary,
    }),
  )

const stepSchema = z
  .object({ name: z.string(), status: z.string(), error: z.unknown() })
  .transform((raw) => ({ name: raw.name, status: readStatus(raw.status), reasons: readReasons(raw.error) }))

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

const rawSchema = z.object({ document: z.string() }).and(summarySchema)
const searchSchema = z.object({ result: z.array(summarySchema).max(100) }).transform((raw) => raw.result)
const cancelSchema = z.object({ status: z.string() })
