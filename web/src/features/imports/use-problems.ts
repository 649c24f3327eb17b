import { useQuery } from '@tanstack/react-query'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { q } from '../../api/queries.ts'

/** What is wrong in an upload and what should be looked at, asked for where there is anything of it. */
export const useProblems = ({ id, counts }: Import) =>
  useQuery({ ...q(importSteps.problems, { params: { id } }), enabled: counts.bad + counts.warned > 0 })
