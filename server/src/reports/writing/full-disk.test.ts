import { expect, test } from 'vitest'
import { exportList, request, requested } from '../../../test/reports/reporting.ts'
import { openSmallDisk } from '../../../test/small-disk.ts'
import { createWorld } from '../../../test/world.ts'
import { localFiles } from '../../platform/files/files.ts'
import { giveUpReport, writeReport } from './write.job.ts'

const disk = openSmallDisk(1)
if (!disk) console.log('not run: this user may not mount a small disk')

test.runIf(disk).each([
  ['a report', request],
  ['the export of a list', exportList],
] as const)('%s for which there is no room says so to its owner', async (_, ask) => {
  if (!disk) return
  disk.clear()
  const world = await createWorld()
  const { body } = await ask(world, 'aminah')
  disk.fill()
  const by = { db: world.db, clock: world.clock, files: localFiles(disk.folder) }
  await expect(writeReport(by, { run_id: body.id })).rejects.toMatchObject({ problem: { code: 'disk_full' } })
  await giveUpReport(world, { run_id: body.id })
  expect(await requested(world, 'aminah')).toMatchObject([
    { state: 'failed', fault: expect.stringContaining('There is no room left') },
  ])
})
