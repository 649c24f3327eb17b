import { z } from 'zod'
import { ListFilters } from '../document-rows.ts'

/** By what the list of documents was narrowed whose own export is made as a report. */
export type ListNarrowed = z.output<typeof ListFilters>

/** Nothing is asked for. */
export const WHOLE_LIST: ListNarrowed = ListFilters.parse({})

/** The same as the list's own call takes it; what does not narrow is not named. */
export const ListNarrowedTold = z.partialRecord(ListFilters.keyof(), z.string())
export type ListNarrowedTold = z.infer<typeof ListNarrowedTold>

/** The filters that are applied, by name. */
export const appliedToList = (filters: Partial<ListNarrowed>): ListNarrowedTold =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value && value.length > 0 ? [[name, [value].flat().join(',')]] : [],
    ),
  )
