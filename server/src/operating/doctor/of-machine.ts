import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { formerKeyFiles, readNextKey } from '../../platform/crypto/next-key.ts'
import { findSecretKey, keyFile } from '../../platform/crypto/secret-key.ts'
import type { Env } from '../../platform/env/env.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { freeRooms } from '../disk-room.ts'
import { type Check, fail, ok, warn } from './finding.ts'

type Machine = { env: Env; now: Date }

const GB = 1_000_000_000
/** Below the first there is soon none, below the second a large upload may find none. */
const ROOM = { fail: 1 * GB, warn: 5 * GB }

/** What can be looked at without the database. */
export const MACHINE_CHECKS: readonly Check<Machine>[] = [
  {
    id: 'data_dir',
    ask: async ({ env: { data_dir } }) => {
      const folder = await stat(data_dir).catch(() => undefined)
      if (!folder?.isDirectory())
        return fail(`DATA_DIR is ${data_dir}, where there is no folder.`, 'Set DATA_DIR.')
      const open = await access(data_dir, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
      const mend = `chown -R "$(id -u)" ${data_dir}, as the user who starts Lulus.`
      if (!open) return fail(`This user may not write ${data_dir}.`, mend)
      const [own, here] = [folder.uid, process.getuid?.()]
      if (here !== undefined && here !== 0 && own !== here) {
        return warn(`${data_dir} belongs to the user ${own}, and Lulus is asked as ${here}.`, mend)
      }
      return ok(`${data_dir} can be written.`)
    },
  },
  {
    id: 'disk_room',
    ask: async ({ env }) => {
      const [scarcest, ...others] = (await freeRooms(env)).toSorted((one, other) => one.bytes - other.bytes)
      if (!scarcest) throw new StartError(`DATA_DIR is ${env.data_dir}, where there is no folder.`)
      const inWords = ({ folder, bytes }: typeof scarcest) => `${(bytes / GB).toFixed(1)} GB for ${folder}`
      const free = scarcest.bytes
      const words = `There is room on the disks: ${[scarcest, ...others].map(inWords).join(', ')}.`
      const mend = `Make room for ${scarcest.folder}, or move it to a larger disk (docs/backup.md).`
      if (free < ROOM.fail) return fail(words, mend)
      return free < ROOM.warn ? warn(words, mend) : ok(words)
    },
  },
  {
    id: 'secret_key_file',
    ask: async ({ env }) => {
      if (findSecretKey(env) === undefined) {
        return warn(
          `There is no key in ${keyFile(env)} yet.`,
          'Start Lulus once, or restore the key from your backup.',
        )
      }
      if (env.secret_key !== undefined) return ok('The key is that of SECRET_KEY.')
      const { mode } = await stat(keyFile(env))
      if ((mode & 0o077) !== 0) return warn(`Others may read ${keyFile(env)}.`, `chmod 600 ${keyFile(env)}`)
      return ok(`The key is in ${keyFile(env)}, which nobody else may read.`)
    },
  },
  {
    id: 'other_keys',
    ask: ({ env }) => {
      if (readNextKey(env) !== undefined) {
        return warn(
          'Another key was to take the place of this one, and that was not ended.',
          'Stop Lulus on every machine, and say npm run lulus -- secrets rotate --yes.',
        )
      }
      const [oldest, ...others] = formerKeyFiles(env)
      if (oldest === undefined) return ok('No other key lies in DATA_DIR.')
      return warn(
        `Former keys lie beside the key, the oldest in ${oldest}: ${others.length + 1}.`,
        'Keep each elsewhere, for as long as the backups that need it (docs/backup.md, Another key).',
      )
    },
  },
  {
    id: 'public_url',
    ask: ({ env: { public_url } }) => {
      const { protocol, hostname } = new URL(public_url)
      const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
      if (here) {
        return warn(
          `Links in mails lead to ${public_url}, which is this machine alone.`,
          'Set PUBLIC_URL to where people reach the portal.',
        )
      }
      if (protocol === 'https:') return ok(`People reach the portal at ${public_url}.`)
      return warn(
        `People reach the portal at ${public_url}, where passwords travel in the clear.`,
        'Put a proxy with TLS before it, and set PUBLIC_URL to its https address.',
      )
    },
  },
]
