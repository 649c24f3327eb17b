/**
 * `npm run bench [-- --short]`: what must stay fast, as ratios within one run. It is the one program of `checks/`
 * that runs product code instead of reading it. Exit code 1 when a row is below its goal; in a short run, below
 * its floor.
 */
import { benchDropped } from './bench/dropped.ts'
import { benchExport } from './bench/export.ts'
import { benchFirstLoad } from './bench/first-load.ts'
import { benchImports } from './bench/importing.ts'
import { benchPace } from './bench/pace.ts'
import { benchPdf } from './bench/pdf.ts'
import { benchExamined, benchPipeline } from './bench/pipeline.ts'
import { openStage } from './bench/pipeline-stage.ts'
import { isFailed, printRows } from './bench/report.ts'
import { benchSealing } from './bench/sealing.ts'
import { benchSigning } from './bench/sign-documents.ts'

const short = process.argv.includes('--short')
const stage = await openStage()
try {
  const rows = [
    await benchSigning(short ? 15 : 100),
    await benchPipeline(stage, short ? 1_000 : 5_000),
    await benchExamined(stage, short ? 500 : 2_000),
    await benchPace(stage, short ? 15 : 60),
    await benchDropped(stage, short ? 100 : 1_000),
    ...(await benchImports(stage, short ? 2_000 : 50_000)),
    // Last, since the document of its steps stays approved and would go out with the others.
    await benchSealing(stage, short ? 9 : 51),
    ...(await benchExport(stage, short ? 20_000 : 200_000)),
    await benchPdf(short ? 7 : 51),
    ...(await benchFirstLoad(short ? 1 : 5)),
  ]
  console.log(printRows(rows))
  process.exitCode = rows.some((row) => isFailed(row, short)) ? 1 : 0
} finally {
  await stage.close()
}
