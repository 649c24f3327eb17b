import { realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../platform/env/env.ts'

type Places = Pick<Env, 'data_dir' | 'anchor_dir' | 'database_url'>

/** Bytes that are free to us where this is kept. */
export type Room = { place: 'data' | 'database' | 'anchors'; folder: string; bytes: number }

/**
 * What is free for each thing that grows on this machine: the embedded database may lie far from DATA_DIR, and anchors
 * do so on purpose. What is not there yet is left out.
 */
export const freeRooms = async ({ data_dir, anchor_dir, database_url }: Places): Promise<Room[]> => {
  const places: { place: Room['place']; named: string }[] = [{ place: 'data', named: data_dir }]
  if (database_url === undefined) places.push({ place: 'database', named: join(data_dir, 'postgres') })
  places.push({ place: 'anchors', named: anchor_dir })
  const rooms = await Promise.all(places.map(roomOf))
  return rooms.flatMap((room) => (room ? [room] : []))
}

const roomOf = async ({
  place,
  named,
}: {
  place: Room['place']
  named: string
}): Promise<Room | undefined> => {
  const folder = await realpath(named).catch(() => undefined)
  if (folder === undefined) return undefined
  const { bavail, bsize } = await statfs(folder)
  return { place, folder, bytes: bavail * bsize }
}
