import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { SubmitAnswer } from '../../authority/words/answers.ts'
import { on } from '../store/tables.ts'
import { resolveAttempt } from '../verdicts/resolve.job.ts'
import { recoverOrphans } from './orphans.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })

const attemptOf = (document_id: string) =>
  on(world.db)
    .selectFrom('attempts')
    .where('document_id', '=', document_id)
    .select(['id', 'state', 'answer'])
    .executeTakeFirstOrThrow()

/** The database ends the connection on which the lease lives, and another process takes the sender for dead. */
const loseLease = async () => {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(world.db)
  await expect.poll(() => recoverOrphans(world.engine).then(openIntents), { timeout: 20_000 }).toBe(0)
}

const openIntents = async () =>
  (await on(world.db).selectFrom('submissions').where('state', '=', 'intent').select('id').execute()).length

const late: Record<string, SubmitAnswer> = {
  'that nothing was sent': {
    kind: 'unavailable',
    why: 'No connection could be made.',
    retry_after_ms: 1_000,
    credentials_refused: false,
  },
  'that it was refused': {
    kind: 'refused',
    status: 400,
    reasons: [{ code: 'CF364', message: 'x', path: '' }],
    correlation_id: 'c-1',
    text: '',
  },
}

test.each(Object.entries(late))(
  'an answer %s that comes when its lease is lost leaves the asking in charge',
  async (_, answer) => {
    const row = await buildDocument(world, { status: 'Approved' })
    const authority = {
      ...world.engine.authority,
      submit: async () => {
        await loseLease()
        return answer
      },
    }
    await sendApproved({ ...world.engine, authority }, row)
    const attempt = await attemptOf(row.id)
    expect(attempt).toMatchObject({ state: 'unclear', answer: expect.stringContaining('came late') })
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Outcome Unknown' })

    for (let asked = 0; asked < 5; asked++) {
      world.clock.advance(300_000)
      await resolveAttempt(world.engine, attempt.id)
    }
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
    expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
  },
)
