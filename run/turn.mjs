// Which part of the long proofs is played: another one with each commit, or the one that TURN names (`all`: each).
import { spawnSync } from 'node:child_process'
import { ROOT } from './project.mjs'

export const findTurn = () => process.env.TURN ?? String(countCommits())

/** 0 where there is no history, as in an unpacked archive. */
const countCommits = () => {
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return status === 0 ? Number(stdout.trim()) : 0
}
