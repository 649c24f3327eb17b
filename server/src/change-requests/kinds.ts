import type { ChangedKind } from '#contract/people/change-requests.ts'
import { groupKind } from './group-kind.ts'
import type { Kind } from './kind.ts'
import { ruleKind } from './rule-kind.ts'
import { storeKind } from './store-kind.ts'

export const KINDS: Readonly<Record<ChangedKind, Kind>> = {
  group: groupKind,
  store_code: storeKind,
  validation_rule: ruleKind,
}
