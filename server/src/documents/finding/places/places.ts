import { hasText } from '../matching.ts'
import { byEnvironment } from './by-environment.ts'
import { byDate, byState, byType } from './by-state.ts'
import { byText } from './by-text.ts'
import type { Place, Seeking } from './place.ts'

/** All places where these documents can be looked for. */
export const placesOf = (seeking: Seeking): Place[] => {
  const { invoice_type, document_type, environment } = seeking.filters
  return [
    ...byText(seeking),
    byState(seeking),
    ...(hasText(seeking.filters) ? [byDate(seeking)] : []),
    ...(environment.length > 0 ? [byEnvironment(seeking)] : []),
    ...(invoice_type.length > 0 || document_type.length > 0 ? [byType(seeking)] : []),
  ]
}
