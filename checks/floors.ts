import { posix } from 'node:path'
import { except, ROWS_SHARED } from './exceptions.ts'
import { ringsOf } from './rings.ts'
import {
  BENCH,
  DOORS,
  INNER_FLOORS,
  ROOMS,
  type Room,
  SERVER_FLOORS,
  SERVER_GATHERERS,
  WEB_FLOORS,
} from './rooms.ts'
import { type Import, isTest, parse, readSources, report, type SourceFile } from './source.ts'

/** Every import that goes up, sideways, into a forbidden room or around the subpaths; types count. */
export const floorFindings = (files: readonly SourceFile[]): string[] => {
  const parsed = files.map((file) => ({ path: file.path, imports: parse(file).imports }))
  const findings = parsed.flatMap(({ path, imports }) => {
    const wrong = imports.map((one) => wrongImport(path, one)).filter((why) => why !== undefined)
    return [...homeless(path), ...wrong].map((why) => `${path}: ${why}`)
  })
  const graph = new Map(
    parsed
      .filter(({ path }) => !isTest(path))
      .map(({ path, imports }) => [path, imports.map((one) => resolve(path, one.specifier) ?? '')]),
  )
  return [...findings, ...ringsOf(graph).map((ring) => `a ring of imports: ${ring.join(' → ')}`)]
}

/** The file of ours that a specifier means, relative to the repository; undefined for packages. */
export const resolve = (path: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier.split('?', 1)[0] ?? '')
  const subpath = /^#([a-z]+)\/(.+)$/.exec(specifier)
  // The contract goes by a second name where the screens want its schemas (`web/plain-contract.ts`).
  return subpath ? `${subpath[1] === 'schemas' ? 'contract' : subpath[1]}/src/${subpath[2]}` : undefined
}

/** Tests and the tools of a room's build may use what they like. */
const inSource = (path: string) => path.startsWith(`${roomOf(path)}/src/`) && !isTest(path)

const roomOf = (path: string) => path.split('/', 1)[0] ?? ''

const homeless = (path: string): string[] => {
  const floors = floorsOf(roomOf(path))
  if (!floors || !inSource(path)) return []
  const inner = INNER_FLOORS.get(path.split('/', 3).join('/'))
  const name = path.split('/')[3] ?? ''
  if (inner && !name.endsWith('.ts') && !inner.includes(name))
    return [`${name} has no floor inside its room; give it one in checks/rooms.ts`]
  return floorOf(floors, path) < 0 ? [`${placeOf(path)} has no floor; give it one in checks/rooms.ts`] : []
}

const wrongImport = (path: string, { specifier }: Import): string | undefined => {
  const room = ROOMS.get(roomOf(path))
  // Files of no room (configuration at the root) may import what they need.
  if (!room) return undefined
  const target = resolve(path, specifier)
  if (target === undefined) return inSource(path) ? wrongPackage(room, specifier) : undefined
  if (target === 'package.json' || BENCH.test(path)) return undefined
  if (roomOf(target) === roomOf(path)) return isTest(path) ? undefined : wrongFloor(path, target)
  if (isTest(path) && DOORS.includes(target)) return undefined
  if (isTest(path) && room.may.includes(roomOf(target)) && isTest(target)) return undefined
  if (!room.may.includes(roomOf(target))) return `may not import ${target}`
  return specifier.startsWith('#') ? undefined : `imports ${target} around its subpath #${roomOf(target)}/`
}

const wrongPackage = (room: Room, specifier: string): string | undefined => {
  if (specifier.startsWith('node:')) return room.node ? undefined : `may not import ${specifier}`
  return room.packages && !room.packages.includes(specifier) ? `may not import ${specifier}` : undefined
}

const floorsOf = (room: string) =>
  room === 'server' ? SERVER_FLOORS : room === 'web' ? WEB_FLOORS : undefined

/** The folder of `src` a file lies in, or the file itself: `documents`, `app.ts`. */
const placeOf = (path: string) => path.split('/')[2] ?? ''

const floorOf = (floors: readonly (readonly string[])[], path: string) =>
  floors.findIndex((floor) => floor.includes(placeOf(path)))

const wrongFloor = (path: string, target: string): string | undefined => {
  const floors = floorsOf(roomOf(path))
  if (!floors || !target.startsWith(`${roomOf(path)}/src/`)) return undefined
  if (placeOf(path) === placeOf(target))
    return sameFeature(path, target) ? wrongInner(path, target) : `imports another feature, ${target}`
  const [from, to] = [floorOf(floors, path), floorOf(floors, target)]
  if (to > from) return `imports upward, ${target}`
  if (to === from) return `imports its neighbour, ${target}`
  return roomOf(path) === 'server' ? innerFile(path, target) : undefined
}

/** Inside a room that has rooms of its own nobody imports upward. */
const wrongInner = (path: string, target: string): string | undefined => {
  const room = path.split('/', 3).join('/')
  const floors = INNER_FLOORS.get(room)
  if (!floors) return undefined
  const [from, to] = [path, target].map((one) => floors.indexOf(one.split('/')[3] ?? ''))
  if (from === undefined || to === undefined || from < 0) return undefined
  return to < 0 || to > from ? `imports upward inside its room, ${target}` : undefined
}

/** `web/src/features/<name>/…`: within that folder each name is a room of its own. */
const sameFeature = (path: string, target: string) =>
  !path.startsWith('web/src/features/') || path.split('/')[3] === target.split('/')[3]

/** Whoever wants the rows of another room asks a verb of it, which says for whom (`rows.ts`, `secret-rows.ts`). */
const innerFile = (path: string, target: string): string | undefined => {
  if (/[/-]rows\.ts$/.test(target)) return `imports the rows of another room, ${target}`
  const gathers = SERVER_GATHERERS.includes(placeOf(path))
  return /\/routes\.ts$|\.job\.ts$/.test(target) && !gathers
    ? `imports the inside of another room, ${target}`
    : undefined
}

if (import.meta.main) report('floors', except(ROWS_SHARED, floorFindings(readSources(['ts', 'tsx']))))
