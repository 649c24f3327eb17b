import type { CutOff } from './clients.ts'
import type { Findings } from './judge.ts'
import type { Round } from './round.ts'

export type Played = {
  rounds: readonly Round[]
  findings: Findings
  cut: CutOff
  documents: number
  approved: number
  /** What was on its way to the authority when the worker died. */
  unheard: { submissions: number; documents: number }
  /** Copies that the authority took and found to be duplicates. */
  duplicates: number
  settled_ms: number
}

/** What is printed at the end of the proof. */
export const figuresOf = (played: Played): string => {
  const { rounds, findings, cut } = played
  const kills = (named: string) =>
    rounds.filter(({ victims }) => victims.join('+') === named).reduce((sum, round) => sum + round.kills, 0)
  const times = (role: string) => rounds.flatMap(({ resumed }) => resumed.filter((one) => one.role === role))
  const line = (role: string) => {
    const restart = spread(times(role).map((one) => one.from_restart_ms))
    const kill = spread(times(role).map((one) => one.from_kill_ms))
    return `${role} resumed after its restart in ${restart} ms, after its kill in ${kill} ms (min/median/max)`
  }
  return [
    `kill -9: ${rounds.length} rounds, ${rounds.reduce((sum, round) => sum + round.kills, 0)} processes killed: ` +
      `worker alone ${kills('worker')}, web alone ${kills('web')}, both together ${kills('web+worker')}`,
    `documents ${played.documents}, approved ${played.approved}, in flight at the kill ` +
      `${spread(rounds.map((round) => round.in_flight))} (min/median/max)`,
    `cut off: ${cut.creations} calls to create, ${cut.approvals} to approve ` +
      `(${cut.approved_unheard} had their effect unheard), ${played.unheard.submissions} submissions of ` +
      `${played.unheard.documents} documents (${played.duplicates} sent again and refused as duplicates)`,
    line('worker'),
    line('web'),
    `all settled ${played.settled_ms} ms after the last round; ` +
      `lost ${findings.lost.length}, doubled ${findings.doubled.length}, shown as failed ${findings.failed.length}`,
  ].join('\n')
}

const spread = (numbers: readonly number[]): string => {
  const sorted = numbers.toSorted((one, other) => one - other)
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join('/')
}
