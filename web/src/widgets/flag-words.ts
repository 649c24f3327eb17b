import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Flag } from '#domain/access/flags.ts'

/** What a permission lets people do, beside its name. */
export const FLAG_WORDS: Record<Flag, MessageDescriptor> = {
  can_create_invoice: msg`Create documents`,
  can_edit_invoice: msg`Change documents that came back`,
  can_view_invoice: msg`See documents`,
  can_export_csv: msg`Save lists as CSV`,
  can_approve_invoice: msg`Approve and reject documents`,
  can_view_all: msg`See every screen of their companies`,
  can_perform_mapping: msg`Set up data mapping`,
}
