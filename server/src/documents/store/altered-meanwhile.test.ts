import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { verifySnapshot } from '../../evidence/verify.ts'
import { RECORD_KINDS } from '../../worker.ts'
import { sendApproved } from '../sending/send.job.ts'
import type { Engine } from './engine.ts'

const world = await createWorld({ simulator: true })
const { db, anchors } = world

const problem = async () => (await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).first_problem

test('bytes that are altered between sending and the answer are found', async () => {
  const sound = await buildDocument(world, { status: 'Approved' })
  await sendApproved(world.engine, sound)
  expect(await problem()).toBeNull()
  const row = await buildDocument(world, { status: 'Approved' })
  const altering: Engine = {
    ...world.engine,
    step: async (name) => {
      if (name !== 'send: intent stored') return
      await sql`UPDATE attempts SET bytes = bytes || ' ' WHERE document_id = ${row.id}`.execute(db)
    },
  }
  await sendApproved(altering, row)
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
  expect(await problem()).toMatchObject({ kind: 'attempts', what: 'altered' })
})
