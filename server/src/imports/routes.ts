import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { routesWith } from '../platform/http/route.ts'
import { beginImport } from './begin.ts'
import { listImports, readImport } from './list.ts'
import { matchColumns } from './match.ts'
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
]
