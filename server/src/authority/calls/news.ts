import { z } from 'zod'
import type { Credentials } from '../wire/credentials.ts'
import type { Asked, SummaryFacts } from '../words/answers.ts'
import { summarySchema, word } from '../words/reading.ts'
import type { Ask } from './taxpayers.ts'

export type Notification = { id: string; type: string; subject: string; message: string; at: string }

export type DocumentType = {
  /** Two digits, as in the code list: `01`, `11`. */
  code: string
  description: string
  versions: { name: string; status: string; active_from: string; active_to: string | null }[]
}

/** What happened lately, and what the authority takes at present (MyInvois API v1.0). Pages count from 1. */
export type NewsCalls = {
  /** The taxpayer's documents of the last 31 days, sent and received, newest first; 100 a page. */
  recent(
    credentials: Credentials,
    page?: number,
  ): Promise<Asked<{ documents: SummaryFacts[]; total_pages: number }>>
  /** Notifications of the span, newest first; 100 a page. */
  notifications(
    credentials: Credentials,
    wanted: { from: Date; to: Date; page?: number },
  ): Promise<Asked<{ notifications: Notification[]; has_next: boolean }>>
  documentTypes(credentials: Credentials): Promise<Asked<DocumentType[]>>
}

const PAGE_SIZE = '100'

export const newsCalls = (ask: Ask): NewsCalls => ({
  recent: (c, page = 1) => {
    const query = new URLSearchParams({ pageSize: PAGE_SIZE, pageNo: String(page) })
    return ask(c, 'recent', `/documents/recent?${query}`, recentSchema)
  },
  notifications: (c, { from, to, page = 1 }) => {
    const query = new URLSearchParams({
      dateFrom: from.toISOString(),
      dateTo: to.toISOString(),
      language: 'en',
      pageSize: PAGE_SIZE,
      pageNo: String(page),
    })
    return ask(c, 'other', `/notifications/taxpayer?${query}`, notificationsSchema)
  },
  documentTypes: (c) => ask(c, 'other', '/documenttypes', documentTypesSchema),
})

const recentSchema = z
  .object({
    result: z.array(summarySchema).max(100),
    metadata: z.object({ totalpages: z.int().min(0) }),
  })
  .transform(({ result, metadata }) => ({ documents: result, total_pages: metadata.totalpages }))

const notificationSchema = z
  .object({
    notificationid: word,
    typeid: word,
    notificationsubject: word,
    finalmessage: word,
    receiveddatetime: word,
  })
  .transform(
    (raw): Notification => ({
      id: raw.notificationid,
      type: raw.typeid,
      subject: raw.notificationsubject,
      message: raw.finalmessage,
      at: raw.receiveddatetime,
    }),
  )

const notificationsSchema = z
  .object({
    result: z.array(notificationSchema).max(100),
    metadata: z.object({ hasnext: z.boolean() }),
  })
  .transform(({ result, metadata }) => ({ notifications: result, has_next: metadata.hasnext }))

const versionSchema = z
  .object({ versionnumber: word, status: word, activefrom: word, activeto: z.string().nullish() })
  .transform(({ versionnumber, status, activefrom, activeto }) => ({
    // A number on the wire, so that 1.0 arrives as 1.
    name: versionnumber.includes('.') ? versionnumber : `${versionnumber}.0`,
    status,
    active_from: activefrom,
    active_to: activeto ?? null,
  }))

const documentTypesSchema = z
  .object({
    result: z
      .array(
        z.object({
          invoicetypecode: word,
          description: word,
          documenttypeversions: z.array(versionSchema).max(50),
        }),
      )
      .max(100),
  })
  .transform(({ result }) =>
    result.map(
      (raw): DocumentType => ({
        code: raw.invoicetypecode.padStart(2, '0'),
        description: raw.description,
        versions: raw.documenttypeversions,
      }),
    ),
  )
