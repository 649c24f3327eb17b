import { templates } from '#contract/templates.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { getTemplate } from './get.ts'
import { listTemplates } from './list.ts'
import { removeTemplate } from './remove.ts'
import { saveTemplate } from './save.ts'

const on = routesWith<{ db: Db }>()

export const templateRoutes = [
  on(templates.list, async ({ db, caller }) => ({ templates: await listTemplates(db, caller) })),
  on(templates.get, ({ db, caller, params }) => getTemplate(db, caller, params.uuid)),
  on(templates.save, ({ db, caller, body, now }) => saveTemplate(db, caller, body, now)),
  on(templates.remove, ({ db, caller, params }) => removeTemplate(db, caller, params.uuid)),
]
