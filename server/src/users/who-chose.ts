import type { Way } from '#domain/notifications/kinds.ts'
import type { Db } from '../platform/db/database.ts'
import { readWhoChose, type UsualWays } from './rows.ts'

const PAGE_ROWS = 500

/** The ids of those who may sign in and hear of one of these kinds this way, chosen or usual, page by page. */
export const whoChose = async function* (
  db: Db,
  way: Way,
  kinds: readonly UsualWays[],
): AsyncGenerator<string> {
  let after: string | undefined
  do {
    const page: string[] = await readWhoChose(db, { way, kinds, after, rows_max: PAGE_ROWS })
    yield* page
    after = page.length === PAGE_ROWS ? page.at(-1) : undefined
  } while (after !== undefined)
}
