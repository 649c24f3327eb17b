/**
 * `npm run lulus -- audit verify [--json] [--anchors DIR]`: commands for whoever runs the portal, with its settings.
 * `audit verify FILE` judges an exported audit log, and needs neither settings nor database. `secrets forget` says what
 * the secret key does not open, and deletes it with `--yes`; `secrets rotate` seals all with another key.
 * `comparisons skip [TIN]` says of which companies, or whether of the one with that TIN, LHDN has still to say what it
 * received, and sends without that with `--yes`.
 * `users list` and `users login-link EMAIL` are for whoever gets in no more because no mail arrives, and `users
 * superadmin EMAIL` for where nobody is left who may administer. `doctor [--json]` looks at what may be wrong, and says
 * what mends it. `demo remove` says what would go of the demo company, and deletes it with `--yes`. `backup`, `backup
 * list` and `backup verify NAME` make backups of the embedded database with its files, and look at them; `restore NAME`
 * puts one back with `--yes`, and `restore undo` what was there before.
 * Ends with 0 when all is as it should be, 1 when it is not, 2 when that cannot be said.
 */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ExportVerdict } from '#domain/audit/export-seal.ts'
import { verifyExportFile } from './audit/verify-export.ts'
import { skipComparisons } from './documents/comparing/skip.ts'
import { anchorFolder } from './evidence/anchor-folder.ts'
import { anchorObjects, anchorsOfBoth } from './evidence/anchor-objects.ts'
import { type Verdict, verifySnapshot } from './evidence/verify.ts'
import { backUp, backupsInWords, verifyBackup } from './operating/backup/command.ts'
import { removeDemoInWords } from './operating/demo.ts'
import { diagnosisInWords, examine } from './operating/doctor/examine.ts'
import { restoreInWords, undoInWords } from './operating/restore/command.ts'
import { rotateInWords } from './operating/rotate-key.ts'
import { listUsers, loginLink, superadminLink } from './operating/users.ts'
import { withDatabase } from './operating/with-database.ts'
import { systemClock } from './platform/clock/clock.ts'
import { findSecretKey, keyFile, makeSecretKey } from './platform/crypto/secret-key.ts'
import { type Env, readEnv } from './platform/env/env.ts'
import { startRefusal } from './platform/env/refusal.ts'
import { StartError } from './platform/env/start-error.ts'
import { openObjects } from './platform/objects/objects.ts'
import { forgetSecrets } from './secrets/forget.ts'
import { allJobs, RECORD_KINDS } from './worker.ts'

const BROKEN = 1
const CANNOT = 2
const USAGE =
  'Usage: npm run lulus -- audit verify [--json] [--anchors DIR] | audit verify FILE [--json] | ' +
  'secrets forget [--yes] | secrets rotate [--yes] | comparisons skip [TIN] [--yes] | users list | ' +
  'users login-link EMAIL | users superadmin EMAIL | ' +
  'demo remove [--yes] | doctor [--json] | backup | backup list | backup verify NAME | ' +
  'restore NAME [--yes] | restore undo'
const verifyDatabase = (env: Env, anchor_dir: string): Promise<Verdict> =>
  withDatabase(env, (db) => {
    const folder = anchorFolder(anchor_dir)
    const anchors = env.objects ? anchorsOfBoth(folder, anchorObjects(openObjects(env.objects))) : folder
    return verifySnapshot(db, { kinds: RECORD_KINDS, anchors })
  })

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

/** Which commands there are, and whether they are followed by one more word: never, perhaps or always. */
const COMMANDS = new Map<string, readonly boolean[]>([
  ['audit verify', [false, true]],
  ['secrets forget', [false]],
  ['secrets rotate', [false]],
  ['comparisons skip', [false, true]],
  ['users list', [false]],
  ['users login-link', [true]],
  ['users superadmin', [true]],
  ['demo remove', [false]],
  ['doctor', [false]],
  ['backup', [false]],
  ['backup list', [false]],
  ['backup verify', [true]],
  ['restore', [true]],
  ['restore undo', [false]],
])

const readCommand = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, anchors: { type: 'string' }, yes: { type: 'boolean' } },
  })
  const [noun, second, third, ...more] = positionals
  // What is restored stands where others have their verb.
  const [verb, word] = noun === 'restore' && second !== 'undo' ? [undefined, second] : [second, third]
  const command = verb === undefined ? `${noun}` : `${noun} ${verb}`
  const known = COMMANDS.get(command)?.includes(word !== undefined)
  if (!known || more.length > 0 || (verb === undefined && third !== undefined)) throw new StartError(USAGE)
  return { ...values, command, word }
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
  const settings = readSettings()
  const verdict = await verifyDatabase(
    settings,
    anchors === undefined ? settings.anchor_dir : resolve(anchors),
  )
  return { verdict, words: inWords(verdict) }
}

/** Without a key in sight all that is sealed would go: it is only asked what, until somebody says yes. */
const forget = async (really: boolean): Promise<string> => {
  const where = readSettings()
  const found = findSecretKey(where)
  const lost = await withDatabase(where, (db) => {
    // Made once the database answers, so that none is left where nothing was forgotten.
    const secret_key = found ?? (really ? makeSecretKey(where) : randomBytes(32).toString('hex'))
    return forgetSecrets({ db, secret_key, now: systemClock.now(), really })
  })
  const { credentials, certificates, webhooks, settings } = lost
  const told = `credentials ${credentials}, certificates ${certificates}, webhooks ${webhooks}, settings ${settings}`
  if (really) return `Deleted what the secret key does not open: ${told}.`
  const by = where.secret_key === undefined ? keyFile(where) : 'SECRET_KEY'
  return (
    `The key in ${by}${found === undefined ? ', which is not there,' : ''} does not open: ${told}. ` +
    'Nothing was deleted. To delete it, and to enter it anew in the portal: npm run lulus -- secrets forget --yes'
  )
}

const skip = async (really: boolean, tin_no: string | undefined): Promise<string> => {
  const now = systemClock.now()
  const open = await withDatabase(readSettings(), (db) => skipComparisons({ db, now, really, tin_no }))
  if (open.length === 0)
    return `Nothing is to be compared with LHDN${tin_no === undefined ? '' : ` of a company with the TIN ${tin_no}`}.`
  const lines = open.map(({ name, environment, began_at, why }) =>
    [name, environment, `since ${began_at.toISOString()}`, why].filter(Boolean).join(', '),
  )
  const told = really
    ? 'Sent from now on without asking LHDN what it has:'
    : 'LHDN has not said yet what it has, and nothing is sent meanwhile. To send without that, where you know that ' +
      `nothing was sent since: npm run lulus -- ${['comparisons skip', tin_no, '--yes'].filter(Boolean).join(' ')}`
  return [told, ...lines].join('\n')
}

/** Asked for in vain, it ends with 1. */
const print = ({ words, done }: { words: string; done: boolean }) => {
  if (done) return console.log(words)
  console.error(words)
  process.exitCode = BROKEN
}

const readSettings = (): Env => {
  env = readEnv(process.env, [])
  return env
}

const run = async ({ command, json, anchors, word = '', yes = false }: ReturnType<typeof readCommand>) => {
  switch (command) {
    case 'secrets forget':
      return console.log(await forget(yes))
    case 'secrets rotate':
      return print(await rotateInWords(readSettings(), yes))
    case 'comparisons skip':
      return console.log(await skip(yes, word || undefined))
    case 'users list':
      return console.log(await listUsers(readSettings()))
    case 'users login-link':
      return print(await loginLink(readSettings(), word))
    case 'users superadmin':
      return print(await superadminLink(readSettings(), word))
    case 'demo remove':
      return print(await removeDemoInWords(readSettings(), yes))
    case 'backup':
      return console.log(await backUp(readSettings()))
    case 'backup list':
      return console.log(await backupsInWords(readSettings()))
    case 'backup verify':
      return console.log(await verifyBackup(readSettings(), word))
    case 'restore': {
      const product = { kinds: RECORD_KINDS, jobs: allJobs }
      return console.log(await restoreInWords(readSettings(), word, yes ? product : undefined))
    }
    case 'restore undo':
      return console.log(await undoInWords(readSettings()))
    case 'doctor': {
      const diagnosis = await examine(readSettings())
      console.log(json ? JSON.stringify(diagnosis) : diagnosisInWords(diagnosis))
      process.exitCode = diagnosis.healthy ? 0 : BROKEN
      return
    }
    default: {
      const { verdict, words } = await judge({ file: word || undefined, anchors })
      console.log(json ? JSON.stringify(verdict) : words)
      process.exitCode = verdict.intact ? 0 : BROKEN
    }
  }
}

/** Known as soon as they were read, for what is said of a failure. */
let env: Env | undefined
try {
  await run(readCommand())
} catch (error) {
  const wrong_usage = error instanceof TypeError && 'code' in error
  console.error(wrong_usage ? USAGE : (startRefusal(error, env) ?? error))
  process.exitCode = CANNOT
}
