import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { own } from '#codes/own.ts'
import type { TargetKind } from '#contract/logs/audit-log.ts'

/** What the log of changes calls the kinds of things. */
const KIND_WORDS: Record<TargetKind, MessageDescriptor> = {
  user: msg`User`,
  group: msg`Group`,
  entity: msg`Company`,
  store_code: msg`Department`,
  customer: msg`Customer`,
  item: msg`Item`,
  template: msg`Template`,
  document: msg`Document`,
  data_mapping: msg`Data mapping`,
  enrichment: msg`Enrichment item`,
  validation_rule: msg`Validation rule`,
  change_request: msg`Change request`,
  report_schedule: msg`Scheduled report`,
  api_key: msg`API key`,
  webhook: msg`Webhook`,
  setting: msg`Setting`,
  broadcast: msg`Broadcast message`,
  defect: msg`Defect`,
  log: msg`Log`,
  demo_data: msg`Demo data`,
}

/** The word for a kind; one that an address names, and that is none, is told as it is. */
export const useTargetKinds = () => {
  const { i18n } = useLingui()
  return (kind: string) => {
    const words = own<MessageDescriptor>(KIND_WORDS, kind)
    return words ? i18n._(words) : kind.replaceAll('_', ' ')
  }
}
