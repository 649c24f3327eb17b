import { defects } from '#contract/defects.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { routesWith } from '../platform/http/route.ts'
import { sendFile, withFiles } from './files.ts'
import { listDefects, readDefect } from './list.ts'
import { reportDefects } from './report.ts'
import { addDefect, changeDefect, commentOn } from './save.ts'

const on = routesWith<{ db: Db; files: Files; public_url: string; secret_key: string }>()

/** For whoever opens the address of a file all the same: nothing in it runs or is fetched. */
const INERT = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const defectRoutes = [
  on(defects.list, (call) => listDefects(call, call.query)),
  on(defects.get, (call) => readDefect(call, call.params.id)),
  on(defects.create, (call) => {
    const caller = asPerson(call.caller)
    return withFiles({ ...call, caller }, (file_ids) =>
      once(defects.create, call, (tx) => addDefect({ ...call, caller, tx }, { ...call.form, file_ids })),
    )
  }),
  on(defects.update, (call) => {
    const caller = asPerson(call.caller)
    const { id } = call.params
    return withFiles({ ...call, caller }, (file_ids) =>
      once(defects.update, call, (tx) =>
        changeDefect({ ...call, caller, tx }, { ...call.form, id, file_ids }),
      ),
    )
  }),
  on(defects.addComment, (call) =>
    once(defects.addComment, call, (tx) =>
      commentOn({ ...call, caller: asPerson(call.caller), tx }, { ...call.body, ...call.params }),
    ),
  ),
  on(defects.file, (call) => {
    call.setHeader('content-security-policy', INERT)
    return sendFile(call, call.params)
  }),
  on(defects.report, (call) => reportDefects(call, call.query)),
  on(defects.exported, (call) => reportDefects(call, call.query)),
]
