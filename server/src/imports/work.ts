import type { Work } from '../platform/jobs/work.ts'
import { giveUpImport } from './running/give-up.job.ts'
import { giveUpImportJob, importJob, tidyImportsJob } from './running/jobs.ts'
import { runImport } from './running/run.job.ts'
import { tidyImports } from './running/tidy.job.ts'

/** Long imports take turns; more at once would slow each other down and everybody else. */
const IMPORTS_AT_ONCE = 2

type Means = Parameters<typeof runImport>[0] & Parameters<typeof tidyImports>[0]

export const importWork: Work<Means> = {
  jobs: [importJob, giveUpImportJob, tidyImportsJob],
  start: async (jobs, means) => {
    await jobs.work(importJob, (wanted, run) => runImport(means, wanted, run), {
      concurrency: IMPORTS_AT_ONCE,
    })
    await jobs.work(giveUpImportJob, (wanted) => giveUpImport(means, wanted))
    await jobs.work(tidyImportsJob, () => tidyImports(means))
    await jobs.schedule(tidyImportsJob, '*/10 * * * *', {})
  },
}
