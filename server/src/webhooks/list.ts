import type { z } from 'zod'
import { type Delivery, webhooks } from '#contract/webhooks.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { readLog } from '../platform/lists/read-log.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { type DeliveryRow, readDeliveries } from './delivery-rows.ts'
import { findWebhook, selectWebhooks, toAnswer, visibleWebhooks } from './rows.ts'

type By = { db: Db; caller: Caller; now: Date; public_url: string }

/** The webhooks of the caller's companies, the newest first. */
export const listWebhooks = (
  { db, caller, now, public_url }: By,
  query: z.output<(typeof webhooks.list)['query']>,
) =>
  readPage({
    url: public_url + webhooks.list.path,
    query,
    filtered: visibleWebhooks(db, caller, query.search),
    rows: (rows) => selectWebhooks(rows).orderBy('webhooks.created_at', 'desc').orderBy('webhooks.id'),
    toRow: (row) => toAnswer(row, now),
  })

/** What one of them was told, the newest first, a stretch at a time. Throws not_found. */
export const listDeliveries = async (
  by: By,
  { webhook_id, query }: { webhook_id: string; query: z.output<(typeof webhooks.deliveries)['query']> },
) => {
  await findWebhook(by, webhook_id)
  const { state, id: nr } = query
  return readLog({
    url: by.public_url + webhooks.deliveries.path.replace(':id', webhook_id),
    query,
    next: (after, limit) => readDeliveries(by.db, { webhook_id, state, nr, after, limit }),
    toRow: toDelivery,
  })
}

const toDelivery = ({ nr, webhook_id: _, store_code_id: __, ...row }: DeliveryRow): Delivery => ({
  ...row,
  id: nr,
  at: row.at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  tried_at: row.tried_at?.toISOString() ?? null,
})
