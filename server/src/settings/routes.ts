import { settings } from '#contract/installation/settings.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { listSettings } from './list.ts'
import { restoreSettings } from './restore.ts'
import { updateSetting } from './update.ts'

const on = routesWith<{ db: Db; secret_key: string }>()

export const settingRoutes = [
  on(settings.list, (call) => listSettings(call)),
  on(settings.update, (call) =>
    updateSetting({ ...call, box: secretBox(call.secret_key) }, { ...call.body, ...call.params }),
  ),
  on(settings.restore, (call) => restoreSettings(call, call.body)),
]
