import { sql } from 'kysely'
import { like } from '../../platform/lists/like.ts'

/** That each of these columns contains its text, whatever case; of a text that is not given nothing is asked. */
export const contain = (texts: Record<string, string | undefined>) =>
  sql.join(
    [
      sql`TRUE`,
      ...Object.entries(texts).flatMap(([column, text]) =>
        text ? [sql`${sql.ref(column)} ILIKE ${like(text)}`] : [],
      ),
    ],
    sql` AND `,
  )
