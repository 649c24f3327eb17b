import type { Finding } from '../reading/element.ts'
import type { StoredDocument } from '../world/records.ts'
import { twinKey, type World } from '../world/world.ts'

/**
 * How long a processed document makes another one with the same type, instant, number and issuer a duplicate.
 */
const DUPLICATE_MS = 2 * 3_600_000

/**
 * * DV302 when the same document was accepted earlier and processed within two hours. Earlier copies that are
 * Invalid do not count: the authority does not say, and a document that never became valid cannot be doubled.
 */
export const checkDuplicate = (world: World, document: StoredDocument): Finding[] => {
  const twins = world.twins.get(twinKey(document)) ?? []
  const earlier = twins.slice(0, twins.indexOf(document)).find((twin) => {
    const processed = twin.validated_at ?? twin.validate_at
    return twin.status !== 'Invalid' && document.validate_at - processed < DUPLICATE_MS
  })
  if (!earlier) return []
  const message = `The document ${document.uuid} is a duplicate of the document ${earlier.uuid}`
  return [{ code: 'DV302', message, path: 'Invoice.ID' }]
}
