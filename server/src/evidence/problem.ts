import type { Tampering } from '#contract/logs/chain.ts'

/** What is wrong first. `kind`: the table of the row, or `anchor`; `id`: of the row, the link or the file. */
export type Problem = { chain: string; kind: string; id: string; what: Tampering; why: string }

/** Thrown where a check fails, so that the first one ends it. */
export class Tampered extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.why)
    this.problem = problem
  }
}

export const tampered = (problem: Problem): never => {
  throw new Tampered(problem)
}
