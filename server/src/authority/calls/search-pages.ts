import type { Credentials } from '../wire/credentials.ts'
import type { Silence, SummaryFacts } from '../words/answers.ts'
import { type Authority, SEARCH_PAGE_ROWS, type SearchWanted } from './client.ts'

type Heard = { facts: SummaryFacts[]; complete: boolean; answered: boolean; silence?: Silence }

type Reading = {
  /** Each takes a turn of twelve a minute, which all of a client share. */
  pages_max: number
  /** Whether the page that was read last makes the next ones needless. */
  enough?: (page: readonly SummaryFacts[]) => boolean
}

/**
 * What a search shows, page by page. `complete` only where the authority was heard to the end: what is missing from
 * anything less may stand on a page that was not read. `answered`: so was each page that was asked for, and none
 * refused. `silence`: a page was asked for and no answer came.
 */
export const searchPages = async (
  authority: Authority,
  credentials: Credentials,
  wanted: SearchWanted,
  { pages_max, enough = () => false }: Reading,
): Promise<Heard> => {
  const facts: SummaryFacts[] = []
  for (let page = 1; page <= pages_max; page++) {
    const answer = await authority.search(credentials, { ...wanted, page })
    if (answer.kind === 'unclear' || answer.kind === 'unavailable')
      return { facts, complete: false, answered: false, silence: answer }
    if (answer.kind !== 'answered') return { facts, complete: false, answered: false }
    const { documents, total } = answer.value
    facts.push(...documents)
    // A page may be shorter than it was asked for, if all pages are to have more than was read.
    const is_all = total === null || facts.length >= total
    if (documents.length < SEARCH_PAGE_ROWS && is_all) return { facts, complete: true, answered: true }
    if (documents.length === 0 || enough(documents)) break
  }
  return { facts, complete: false, answered: true }
}
