import { z } from 'zod'
import { listUpTo, optionalDate, text } from '../fields.ts'

const MEMBERS_MAX = 60
const MEMBER_CHARS_MAX = 60
const FILTER_CHARS_MAX = 200
const LIST_CHARS_MAX = 1_000

/** A list, or a text of the same with commas; null and absent mean none. */
const several = z
  .union([
    z.string().max(LIST_CHARS_MAX, `At most ${LIST_CHARS_MAX} characters are allowed.`),
    listUpTo(text(MEMBER_CHARS_MAX), MEMBERS_MAX, `At most ${MEMBERS_MAX} are allowed.`),
  ])
  .nullish()
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : (value ?? [])).map((one) => one.trim()).filter(Boolean),
  )

/** Of which company; empty: of all of one's own. */
const sender_entity_code = text(MEMBER_CHARS_MAX)

/** What narrows a report, under the names of the specification. Both days count; they are days of the invoice date. */
export const ReportFilters = z.strictObject({
  sender_entity_code,
  invoice_date__gte: optionalDate,
  invoice_date__lte: optionalDate,
  /** By code or by name; `SB` for all that are self-billed. */
  invoice_types: several,
  status: several,
  customer__name__icontains: text(FILTER_CHARS_MAX),
  sender_store_code: several,
  agent_code: text(FILTER_CHARS_MAX),
  contract_number: text(FILTER_CHARS_MAX),
  customer__identity_type: several.transform((types) => types.map((type) => type.toUpperCase())),
  /** For which environments of the authority documents were made: simulator, preprod, prod. */
  environment: several,
})
export type ReportFilters = z.output<typeof ReportFilters>

export const NO_FILTERS: ReportFilters = {
  sender_entity_code: '',
  invoice_date__gte: null,
  invoice_date__lte: null,
  invoice_types: [],
  status: [],
  customer__name__icontains: '',
  sender_store_code: [],
  agent_code: '',
  contract_number: '',
  customer__identity_type: [],
  environment: [],
}

/** The same as an answer tells it: what is not narrowed is not named. */
export const ReportFiltersTold = z.object({
  sender_entity_code: z.string().optional(),
  invoice_date__gte: z.string().optional(),
  invoice_date__lte: z.string().optional(),
  invoice_types: z.array(z.string()).optional(),
  status: z.array(z.string()).optional(),
  customer__name__icontains: z.string().optional(),
  sender_store_code: z.array(z.string()).optional(),
  agent_code: z.string().optional(),
  contract_number: z.string().optional(),
  customer__identity_type: z.array(z.string()).optional(),
  environment: z.array(z.string()).optional(),
})
export type ReportFiltersTold = z.infer<typeof ReportFiltersTold>

/** The filters that are applied, by name. */
export const appliedFilters = (filters: Partial<ReportFilters>): ReportFiltersTold =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value && value.length > 0))
