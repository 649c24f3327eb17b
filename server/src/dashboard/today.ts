import type { Today } from '#contract/dashboard.ts'
import { holds, isSuperadmin } from '#domain/access/caller.ts'
import { readTroubles } from '../documents/reading/troubles.ts'
import { certificateWarnings } from '../entities/access/warnings.ts'
import { needsOf } from './needs.ts'
import { recentOf } from './recent.ts'
import type { By } from './rows.ts'
import { windowsOf } from './windows.ts'

/** All that a morning begins with, for this caller: each part is bounded, and none costs more in a larger archive. */
export const readToday = async (by: By): Promise<Today> => {
  const views = holds(by.caller, 'can_view_invoice') || holds(by.caller, 'can_view_all')
  return {
    ...(await needsOf(by)),
    recent: views ? await recentOf(by) : null,
    windows: views ? await windowsOf(by) : null,
    ...(await readTroubles(by)),
    certificates: isSuperadmin(by.caller) ? await certificateWarnings(by) : [],
  }
}
