import { expect, test } from 'vitest'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { buildDocument } from './build.ts'
import { createWorld } from './world.ts'

const world = await createWorld({ simulator: true })

test.each(STATUSES)('a document can be built that is %s', async (status) => {
  expect(await buildDocument(world, { status })).toMatchObject({ status, sender_store_code: 'KUL01' })
})
