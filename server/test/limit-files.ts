import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/**
 * From now on the kernel lets no file that this program writes grow beyond so many bytes, as if its disk were full;
 * 'unlimited' lifts that. Throws where `prlimit` of util-linux is missing.
 */
export const limitFiles = (pid: number, bytes_max: number | 'unlimited') => {
  // Its own user may do so, even where root may not.
  const { uid, gid } = statSync(`/proc/${pid}`)
  const args = ['--pid', String(pid), `--fsize=${bytes_max}:`]
  const { status, stderr, error } = spawnSync('prlimit', args, { uid, gid, cwd: '/' })
  if (status !== 0) throw new Error(`prlimit did not work: ${error?.message ?? stderr}`)
}
