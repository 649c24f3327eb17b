import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { csvOf, row } from '../../test/files.ts'
import { openSmallDisk } from '../../test/small-disk.ts'
import { createWorld } from '../../test/world.ts'
import { localFiles } from '../platform/files/files.ts'
import { beginImport } from './begin.ts'
import { on } from './kept/tables.ts'

const disk = openSmallDisk(4)
if (!disk) console.log('not run: this user may not mount a small disk')

test.runIf(disk)('an upload for which there is no room is told so, and may come again', async () => {
  if (!disk) return
  const { db, clock, callerOf } = await createWorld()
  const caller = await callerOf('aminah')
  const files = localFiles(disk.folder)
  const by = { db, files, caller, recheck: async () => caller, now: clock.now() }
  const upload = (rows: number) => ({
    content: Readable.from([csvOf(Array.from({ length: rows }, (_, at) => row(`FULL-${at}`)))]).map(
      Buffer.from,
    ),
    ...{ name: 'lines.csv', sender_entity_code: '', check_only: false },
  })
  const full = { problem: { kind: 'unavailable', code: 'disk_full', retry_after_s: 60 } }
  disk.fill()
  await expect(beginImport(by, upload(1))).rejects.toMatchObject(full)
  disk.clear()
  // Some 200 bytes a row: the disk is full in the midst of it.
  await expect(beginImport(by, upload(40_000))).rejects.toMatchObject(full)
  expect(await on(db).selectFrom('imports').select('id').execute()).toEqual([])
  expect(await beginImport(by, upload(1))).toMatchObject({ state: 'matching' })
})
