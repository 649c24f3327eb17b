import { useLingui } from '@lingui/react/macro'

/** What the log of changes calls the kinds of things; one that it does not know is told as it is. */
export const useTargetKinds = () => {
  const { t } = useLingui()
  const words = new Map([
    ['user', t`User`],
    ['entity', t`Company`],
    ['customer', t`Customer`],
    ['item', t`Item`],
    ['api_key', t`API key`],
    ['webhook', t`Webhook`],
    ['setting', t`Setting`],
    ['document', t`Document`],
    ['group', t`Group`],
    ['store_code', t`Department`],
    ['validation_rule', t`Validation rule`],
    ['change_request', t`Change request`],
    ['demo_data', t`Demo data`],
    ['broadcast', t`Broadcast message`],
    ['defect', t`Defect`],
    ['report_schedule', t`Scheduled report`],
    ['log', t`Log`],
  ])
  return (kind: string) => words.get(kind) ?? kind.replaceAll('_', ' ')
}
