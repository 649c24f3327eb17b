import {
  ALPHA_2,
  CLASSIFICATIONS,
  COUNTRIES,
  type CodeList,
  DOCUMENT_TYPES,
  ID_TYPES,
  TAX_TYPES,
} from '#codes/lists.ts'
import { lists } from '#contract/lists.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { toCountry } from '#domain/shaping/codes.ts'
import { routesWith } from '../platform/http/route.ts'

const on = routesWith<unknown>()

/** The specified answer of these two calls: a JSON text that holds the array (decisions.md §5). */
const asText = (list: CodeList) =>
  JSON.stringify(list.rows.map((row) => ({ Code: row.code, Description: row.description })))

/** What is read back as the country: of Namibia the two letters say that there is none. */
const alpha2Of = (code: string) => {
  const alpha2 = ALPHA_2.get(code)
  return alpha2 !== undefined && toCountry(alpha2) === code ? alpha2 : code
}

export const listRoutes = [
  on(lists.countries, () =>
    COUNTRIES.rows.map(({ code, description }) => ({ name: description, alpha2Code: alpha2Of(code) })),
  ),
  on(lists.taxTypes, () => asText(TAX_TYPES)),
  on(lists.classifications, () => asText(CLASSIFICATIONS)),
  on(lists.uniqueTypes, () => ({
    invoice_types: DOCUMENT_TYPES.rows.map(({ code, description }) => ({ code, description })),
    document_types: DOCUMENT_TYPES.rows.map((row) => row.description),
    status_choices: [...STATUSES],
    // NA is the portal's own word for "has none" (specification 2 §3).
    identity_choices: [...ID_TYPES.rows.map((row) => row.code), 'NA'],
  })),
]
