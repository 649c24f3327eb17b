import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { withLease } from './advisory-lock.ts'

it('lets one of two at work under a name, any other name beside it, and the next one after', async () => {
  const { db } = await testDatabase({ empty: true })
  const inside = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const first = withLease(db, 'send kinabalu', async () => {
    inside.resolve()
    await leave.promise
    return 'sent'
  })
  await inside.promise
  expect(await withLease(db, 'send kinabalu', async () => 'twice')).toEqual({ busy: true })
  expect(await withLease(db, 'send selat', async () => 'other')).toEqual({ busy: false, value: 'other' })
  leave.resolve()
  expect(await first).toEqual({ busy: false, value: 'sent' })
  const failing = withLease(db, 'send kinabalu', async () => {
    throw new Error('the authority is away')
  })
  await expect(failing).rejects.toThrow('the authority is away')
  const { rows } = await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
  expect(rows).toEqual([])
})
