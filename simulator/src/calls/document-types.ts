import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { type Answer, type AuthorizedRequest, notFound, ok } from './wire/answer.ts'

const ACTIVE_FROM = '2024-08-01T00:00:00Z'
const HOURS = 72

/**
 * 1.2 and 1.3 serve the voluntary disclosure programme, 8 Jul 2026 to 31 Dec 2027. Ids are the simulator's
 * own.
 */
const VERSIONS = [
  { id: 1, number: 1, name: '1.0', from: ACTIVE_FROM, to: null },
  { id: 2, number: 1.1, name: '1.1', from: ACTIVE_FROM, to: null },
  { id: 3, number: 1.2, name: '1.2', from: '2026-07-08T00:00:00Z', to: '2027-12-31T15:59:59Z' },
  { id: 4, number: 1.3, name: '1.3', from: '2026-07-08T00:00:00Z', to: '2027-12-31T15:59:59Z' },
]

/** `GET /documenttypes`. */
export const listDocumentTypes = (): Answer => ok({ result: DOCUMENT_TYPES.rows.map(printType) })

/** `GET /documenttypes/{id}`: with the durations of submission, cancellation and rejection in hours. */
export const getDocumentType = ({ params }: AuthorizedRequest): Answer => {
  const type = findType(params.id)
  if (!type) return notFound()
  const parameters = ['submissionDuration', 'cancellationDuration', 'rejectionDuration']
  const workflowParameters = parameters.map((parameter, index) => ({
    id: index + 1,
    parameter,
    value: HOURS,
    activeFrom: ACTIVE_FROM,
    activeTo: null,
  }))
  return ok({ ...printType(type), workflowParameters })
}

/** `GET /documenttypes/{id}/versions/{vid}`. */
export const getDocumentTypeVersion = ({ params }: AuthorizedRequest): Answer => {
  const type = findType(params.id)
  const version = VERSIONS.find((one) => String(one.id) === params.vid)
  if (!type || !version) return notFound()
  const { id: _, ...printed } = printVersion(version)
  return ok({ invoiceTypeCode: Number(type.code), ...printed })
}

type Type = { code: string; description: string }

const findType = (id: string | undefined): Type | undefined =>
  DOCUMENT_TYPES.rows.find((row) => String(Number(row.code)) === id)

const printType = ({ code, description }: Type) => ({
  id: Number(code),
  invoiceTypeCode: Number(code),
  description,
  activeFrom: ACTIVE_FROM,
  activeTo: null,
  documentTypeVersions: VERSIONS.map(printVersion),
})

const printVersion = (version: (typeof VERSIONS)[number]) => ({
  id: version.id,
  name: version.name,
  description: `Version ${version.name}`,
  activeFrom: version.from,
  activeTo: version.to,
  versionNumber: version.number,
  status: 'published',
})
