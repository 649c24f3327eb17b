/**
 * `npm run lulus -- audit verify [--json] [--anchors DIR]`: commands for whoever runs the portal, with its settings.
 * `audit verify FILE` judges an exported audit log, and needs neither settings nor database.
 * Ends with 0 when all is as it should be, 1 when it is not, 2 when that cannot be said.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ExportVerdict } from '#domain/audit/export-seal.ts'
import { verifyExportFile } from './audit/verify-export.ts'
import { anchorFolder } from './evidence/anchor-folder.ts'
import { anchorObjects, anchorsOfBoth } from './evidence/anchor-objects.ts'
import { type Verdict, verifySnapshot } from './evidence/verify.ts'
import { connectTo, openDatabase, UNHURRIED } from './platform/db/database.ts'
import { pendingMigrations } from './platform/db/migrate.ts'
import { type Env, readEnv } from './platform/env/env.ts'
import { startRefusal } from './platform/env/refusal.ts'
import { StartError } from './platform/env/start-error.ts'
import { openLog } from './platform/log/log.ts'
import { openObjects } from './platform/objects/objects.ts'
import { RECORD_KINDS } from './worker.ts'

const BROKEN = 1
const CANNOT = 2
const USAGE = 'Usage: npm run lulus -- audit verify [--json] [--anchors DIR] | audit verify FILE [--json]'
/** The snapshot's own, and one to spare. */
const CONNECTIONS_MAX = 2

const verifyDatabase = async (env: Env, anchor_dir: string): Promise<Verdict> => {
  const log = openLog('fatal')
  const { database_url, data_dir } = env
  const database = await openDatabase({ database_url, data_dir, pool_max: CONNECTIONS_MAX, log })
  const patient = connectTo(database.connection, { pool_max: CONNECTIONS_MAX, log, ...UNHURRIED })
  try {
    const pending = await pendingMigrations(patient.db, `${import.meta.dirname}/../migrations`)
    if (pending.length > 0) throw new StartError('The database is not of this version. Start Lulus once.')
    const folder = anchorFolder(anchor_dir)
    const anchors = env.objects ? anchorsOfBoth(folder, anchorObjects(openObjects(env.objects))) : folder
    return await verifySnapshot(patient.db, { kinds: RECORD_KINDS, anchors })
  } finally {
    await patient.close()
    await database.close()
  }
}

const inWords = ({ checked, first_problem }: Verdict): string => {
  const { strands, links, records, anchors } = checked
  const seen = `${records} records in ${links} links of ${strands} strands, ${anchors} anchors`
  if (!first_problem) {
    const beyond = anchors === 0 ? ' Without an anchor nobody can tell whether all was written anew.' : ''
    return `Intact: ${seen}.${beyond}`
  }
  const { what, kind, id, chain, why } = first_problem
  return `BROKEN: ${kind} ${id} was ${what} (chain ${chain}). ${why} Checked before: ${seen}.`
}

const readCommand = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, anchors: { type: 'string' } },
  })
  const [noun, verb, file, ...more] = positionals
  if (noun !== 'audit' || verb !== 'verify' || more.length > 0) throw new StartError(USAGE)
  return { ...values, file }
}

const fileInWords = (verdict: ExportVerdict): string =>
  verdict.intact
    ? `Intact: ${verdict.events} events, SHA-256 ${verdict.hash}.`
    : `BROKEN${verdict.line === null ? '' : ` at line ${verdict.line}`}: ${verdict.why}`

const judge = async ({ file, anchors }: { file: string | undefined; anchors: string | undefined }) => {
  if (file !== undefined) {
    const verdict = await verifyExportFile(resolve(file))
    return { verdict, words: fileInWords(verdict) }
  }
  env = readEnv(process.env, [])
  const verdict = await verifyDatabase(env, anchors === undefined ? env.anchor_dir : resolve(anchors))
  return { verdict, words: inWords(verdict) }
}

let env: Env | undefined
try {
  const { json, anchors, file } = readCommand()
  const { verdict, words } = await judge({ file, anchors })
  console.log(json ? JSON.stringify(verdict) : words)
  process.exitCode = verdict.intact ? 0 : BROKEN
} catch (error) {
  const wrong_usage = error instanceof TypeError && 'code' in error
  console.error(wrong_usage ? USAGE : (startRefusal(error, env) ?? error))
  process.exitCode = CANNOT
}
