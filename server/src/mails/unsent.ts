import { sql } from 'kysely'
import type { z } from 'zod'
import { mails } from '#contract/installation/mails.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { onUnsent } from '../platform/mail/unsent.ts'

type By = { db: Db; public_url: string }

/** What could not be mailed, last tried first, and when it is tried again. */
export const listUnsent = ({ db, public_url }: By, query: z.output<(typeof mails.unsent)['query']>) =>
  readPage({
    url: public_url + mails.unsent.path,
    query,
    filtered: onUnsent(db).selectFrom('unsent_mails as mail'),
    rows: (filtered) =>
      filtered
        .selectAll('mail')
        .select(
          // Whoever looks sees a try that is under way as one that is due.
          sql<Date | null>`(SELECT job.start_after FROM pgboss.job AS job
            WHERE job.name = mail.queue AND job.id = mail.job_id AND job.state < 'completed')`.as(
            'next_try_at',
          ),
        )
        .orderBy('mail.last_failed_at', 'desc')
        .orderBy('mail.job_id'),
    toRow: ({ job_id: id, recipient: to, subject, why, tries, ...row }) => ({
      ...{ id, to, subject, why, tries },
      first_failed_at: row.first_failed_at.toISOString(),
      last_failed_at: row.last_failed_at.toISOString(),
      next_try_at: row.gave_up ? null : (row.next_try_at?.toISOString() ?? null),
    }),
  })
