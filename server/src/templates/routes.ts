import { templates } from '#contract/templates.ts'
import { once } from '../access/once.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { getTemplate } from './get.ts'
import { listTemplates } from './list.ts'
import { removeTemplate } from './remove.ts'
import { changeTemplate, saveTemplate } from './save.ts'

const on = routesWith<{ db: Db; secret_key: string }>()

export const templateRoutes = [
  on(templates.list, (call) => listTemplates(call, call.query)),
  on(templates.get, (call) => getTemplate(call, call.params.uuid)),
  on(templates.save, (call) => once(templates.save, call, (tx) => saveTemplate({ ...call, tx }, call.body))),
  on(templates.update, (call) => changeTemplate(call, { ...call.body, id: call.params.uuid })),
  on(templates.remove, (call) => removeTemplate(call, call.params.uuid)),
]
