import { malaysianDate } from '#domain/time/dates.ts'
import { buildDocument, buildSender } from '../../domain/test/build.ts'
import { ENTITIES } from '../../server/src/demo/company.ts'
import type { Company } from '../../server/src/demo/seed-company.ts'
import { type Lane, on } from '../../server/src/documents/store/tables.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import { type Db, inTransaction } from '../../server/src/platform/db/database.ts'
import { approvedRow } from '../../server/test/approved-row.ts'

const ROWS_AT_ONCE = 200

/** Adds approved documents of one line, each with a number of its own. */
export const createApproving = (db: Db, company: Company) => {
  let made = 0
  return async (count: number, lane: Lane = 'bulk') => {
    const place = {
      sender_entity_id: company.entities.kinabalu,
      store_code_id: company.stores.KUL01,
      environment: 'simulator' as const,
      lane,
      now: systemClock.now(),
    }
    for (let left = count; left > 0; left -= ROWS_AT_ONCE) {
      const rows = Array.from({ length: Math.min(left, ROWS_AT_ONCE) }, () => {
        made += 1
        return approvedRow(contentOf(made, place.now), place)
      })
      await inTransaction(db, (tx) => on(tx).insertInto('documents').values(rows).execute())
    }
  }
}

const contentOf = (at: number, now: Date) => {
  const { tin_no, identity_number, name, sst_no, entity_code } = ENTITIES.kinabalu
  return buildDocument({
    invoice_number: `BENCH-${at}`,
    invoice_date: malaysianDate(now),
    sender: buildSender({ tin_no, identity_number, name, sst_no, entity_code }),
  })
}
