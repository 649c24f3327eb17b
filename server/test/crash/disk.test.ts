import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openOwnServer } from '../own-server.ts'
import { seeded } from '../simulation/random.ts'
import { shapeOfTurn } from '../simulator.ts'
import { openSmallDisk, type SmallDisk } from '../small-disk.ts'
import { type Clients, openClients } from './clients.ts'
import { untilBothWork } from './database-round.ts'
import { judge } from './judge.ts'
import { ROLES } from './programs.ts'
import { createStage } from './stage.ts'

const DISK_MB = 400
const FULL_MS = process.env.KILLS ? 10_000 : 3_000
const NEW = 40

const disk = openSmallDisk(DISK_MB)
const wal_disk = openSmallDisk(DISK_MB)
const stage = disk && wal_disk && (await openStage(disk, wal_disk))
if (!stage) console.log('not run: this user may not mount a small disk')

async function openStage(data: SmallDisk, wal: SmallDisk) {
  const server = await openOwnServer({ folder: data.folder, wal_folder: wal.folder })
  return { ...(await createStage({ database: server.database })), server, data, wal }
}

test.runIf(stage)(
  'a full disk ends nothing and loses nothing, and room again is enough',
  { timeout: 900_000 },
  async () => {
    if (!stage) return
    for (const role of ROLES) stage.programs.start(role)
    await stage.programs.untilHealthy()
    const clients = await openClients(stage.world, stage.programs.url, seeded(7))
    clients.bring(30)
    await untilBothWork(stage, clients)

    await stage.setShape(shapeOfTurn(0))
    const with_room_for_log_ms = await fillUp(clients, stage.data, stage.server.fillTables)
    await stage.setShape(shapeOfTurn(1))
    const without_ms = await fillUp(clients, stage.wal, stage.server.fillLog)
    await clients.done()
    await stage.untilSettled()
    for (const role of ROLES) stage.programs.demandAlive(role)

    const findings = await judge(stage.server.database.db, clients.told, await stage.ledger())
    console.log(
      `full disk for ${FULL_MS} ms: at work again ${with_room_for_log_ms} ms after there was room ` +
        `(${without_ms} ms where the write-ahead log had had none); documents ${clients.told.size}, ` +
        `told to come again ${clients.cut.turned_away}`,
    )
    expect(findings).toEqual({ lost: [], doubled: [], failed: [] })
    expect(clients.cut.turned_away).toBeGreaterThan(0)
  },
)

/** Fills a disk under load until PostgreSQL itself is refused, and for a while longer. Answers the ms to recover. */
const fillUp = async (clients: Clients, disk: SmallDisk, fillRest: () => Promise<void>): Promise<number> => {
  if (!stage) return 0
  clients.bring(NEW)
  disk.fill()
  await fillRest()
  clients.bring(NEW)
  await sleep(FULL_MS)
  for (const role of ROLES) stage.programs.demandAlive(role)
  disk.clear()
  return untilBothWork(stage, clients)
}
