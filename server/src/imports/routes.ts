import { imports } from '#contract/imports.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { takeFile } from './take-file.ts'
import { sampleTemplate } from './template.ts'

const on = routesWith<{ db: Db }>()

export const importRoutes = [
  on(imports.csv, (call) => takeFile(call, { ...call.form, content: call.upload.content })),
  on(imports.file, (call) => takeFile(call, { ...call.form, content: call.upload.content })),
  on(imports.template, (call) => sampleTemplate(call)),
]
