import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { routesWith } from '../platform/http/route.ts'
import { beginImport } from './begin.ts'
import { cancelImport, storeImport } from './end.ts'
import { errorsOf } from './errors.ts'
import { listImports, readImport } from './list.ts'
import { matchColumns } from './match.ts'
import { correctCells } from './mending/correct.ts'
import { dropDocuments } from './mending/drop.ts'
import { fixProblem, undoChange } from './mending/fix.ts'
import { readProblems } from './problems.ts'
import { readRows } from './rows.ts'
import { takeFile } from './take-file.ts'
import { sampleTemplate } from './template.ts'

const on = routesWith<{ db: Db; files: Files; public_url: string }>()

export const importRoutes = [
  on(imports.csv, (call) => takeFile(call, { ...call.form, ...call.upload })),
  on(imports.file, (call) => takeFile(call, { ...call.form, ...call.upload })),
  on(imports.template, (call) => sampleTemplate(call)),
  on(importSteps.begin, (call) => beginImport(call, { ...call.form, ...call.upload })),
  on(importSteps.list, (call) => listImports(call, call.query)),
  on(importSteps.read, (call) => readImport(call, call.params.id)),
  on(importSteps.match, (call) => matchColumns(call, { ...call.body, id: call.params.id })),
  on(importSteps.problems, (call) => readProblems(call, call.params.id)),
  on(importSteps.rows, (call) => readRows(call, { ...call.query, id: call.params.id })),
  on(importSteps.correct, (call) => correctCells(call, { ...call.body, id: call.params.id })),
  on(importSteps.fix, (call) => fixProblem(call, { ...call.body, id: call.params.id })),
  on(importSteps.undo, (call) => undoChange(call, { id: call.params.id, change: call.body.id })),
  on(importSteps.drop, (call) => dropDocuments(call, { ...call.body, id: call.params.id })),
  on(importSteps.store, (call) => storeImport(call, call.params.id)),
  on(importSteps.cancel, (call) => cancelImport(call, call.params.id)),
  on(importSteps.errors, (call) => errorsOf(call, call.params.id)),
]
