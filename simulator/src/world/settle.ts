import { checkDuplicate } from '../checks/duplicates.ts'
import { checkReferences } from '../checks/references.ts'
import { checkTaxpayers } from '../checks/taxpayers.ts'
import { newLongId } from './ids.ts'
import type { StepFindings, StoredDocument } from './records.ts'
import type { World } from './world.ts'

/**
 * * Ends the background steps of every document whose time has come, in the order of their times. Called
 * before every answer, so verdicts depend on the simulator's clock alone and no timer is needed. A verdict is
 * dated when it was due.
 */
export const settle = (world: World): void => {
  const now = world.now()
  for (let next = world.pending[0]; next && next.validate_at <= now; next = world.pending[0]) {
    const steps = runSteps(world, next)
    const invalid = Object.values(steps).some((findings) => findings.length > 0)
    world.record({
      kind: 'verdict',
      uuid: next.uuid,
      status: invalid ? 'Invalid' : 'Valid',
      steps,
      validated_at: next.validate_at,
      long_id: invalid ? '' : newLongId(next.uuid, next.validate_at),
    })
  }
}

const runSteps = (world: World, document: StoredDocument): StepFindings => ({
  ...document.early,
  duplicate: checkDuplicate(world, document),
  taxpayer: checkTaxpayers(world, document),
  references: checkReferences(world, document),
})
