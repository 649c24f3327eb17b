import { receiverOf } from '../reading/facts.ts'
import { isoInstant } from '../world/ids.ts'
import type { StoredDocument } from '../world/records.ts'
import { readPage } from './page.ts'
import { type Answer, type AuthorizedRequest, badArgument, ok } from './wire/answer.ts'

const TYPES = {
  received: { id: 6, name: 'Document received' },
  validated: { id: 7, name: 'Document validated' },
  cancelled: { id: 8, name: 'Document cancelled' },
  rejection: { id: 15, name: 'Document rejection initiated' },
}
const DELIVERED = '4'

type Notice = { type: keyof typeof TYPES; at: number; document: StoredDocument }

/**
 * `GET /notifications/taxpayer`: what happened to the caller's documents, newest first; all count as
 * delivered.
 */
export const listNotifications = ({ world, query, caller }: AuthorizedRequest): Answer => {
  const page = readPage(query)
  if (!page) return badArgument('pageSize', 'pageNo and pageSize must be positive, pageSize at most 100')
  const from = query.dateFrom === undefined ? 0 : Date.parse(query.dateFrom)
  const to = query.dateTo === undefined ? world.now() : Date.parse(query.dateTo)
  if (Number.isNaN(from) || Number.isNaN(to)) return badArgument('dateFrom', 'The dates cannot be read')
  const { tin, name } = caller.taxpayer
  const notices = [...world.documents.values()]
    .flatMap((document) => noticesFor(document, tin))
    .filter(
      ({ at, type }) => at >= from && at <= to && [undefined, String(TYPES[type].id)].includes(query.type),
    )
    .filter(() => query.status === undefined || query.status === DELIVERED)
    .sort((one, other) => other.at - one.at)
  return ok({
    result: notices.slice(page.from, page.to).map((notice) => print(notice, name)),
    metadata: { hasNext: notices.length > page.to },
  })
}

const noticesFor = (document: StoredDocument, tin: string): Notice[] => {
  const issuer = document.caller_tin === tin
  const receiver = receiverOf(document).tin === tin
  const notices: Notice[] = []
  const add = (type: Notice['type'], at: number | null): void => {
    if (at !== null) notices.push({ type, at, document })
  }
  const valid = document.status === 'Valid' || document.status === 'Cancelled'
  if (issuer && valid) add('validated', document.validated_at)
  if (issuer) add('rejection', document.reject_requested_at)
  if (receiver && valid) add('received', document.validated_at)
  if (issuer || receiver) add('cancelled', document.cancelled_at)
  return notices
}

const print = ({ type, at, document }: Notice, receiverName: string): object => {
  const subject = `${TYPES[type].name}: ${document.number}`
  const instant = isoInstant(at)
  return {
    notificationId: `${document.uuid}-${TYPES[type].id}`,
    receiverName,
    notificationDeliveryId: `${document.uuid}-${TYPES[type].id}-1`,
    creationDateTime: instant,
    receivedDateTime: instant,
    notificationSubject: subject,
    deliveredDateTime: instant,
    typeId: String(TYPES[type].id),
    typeName: TYPES[type].name,
    finalMessage: `${subject} (${document.uuid})`,
    address: 'accounts@example.com',
    language: 'en',
    status: DELIVERED,
    deliveryAttempts: [{ attemptDateTime: instant, status: 'delivered', statusDetails: '' }],
  }
}
