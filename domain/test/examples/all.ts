import { AMOUNT_EXAMPLES } from './amounts.ts'
import { DISCLOSURE_EXAMPLES } from './disclosure.ts'
import type { Example } from './example.ts'
import { HEADER_EXAMPLES } from './header.ts'
import { IDENTITY_EXAMPLES } from './identities.ts'
import { LINE_EXAMPLES } from './lines.ts'
import { PARTY_EXAMPLES } from './parties.ts'

/** The examples of every check, by its code and in its order. */
export const EXAMPLES: Record<string, Example> = {
  ...HEADER_EXAMPLES,
  ...DISCLOSURE_EXAMPLES,
  ...PARTY_EXAMPLES,
  ...IDENTITY_EXAMPLES,
  ...LINE_EXAMPLES,
  ...AMOUNT_EXAMPLES,
}
