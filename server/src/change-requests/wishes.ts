import type {
  ChangeAction,
  ChangedKind,
  GroupChange,
  StoreCodeChange,
} from '#contract/people/change-requests.ts'
import type { RuleRequest } from '#contract/shaping/rules.ts'
import type { Caller } from '#domain/access/caller.ts'
import { flagsAmong } from '#domain/access/flags.ts'
import { listIn, textIn, type Version } from '#domain/access/versions.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { demandNewest } from '../shaping/write-rule.ts'
import type { Company } from './kind.ts'

/** What somebody wants, before it is looked at what there is. */
export type Wish = {
  kind: ChangedKind
  action: ChangeAction
  /** Empty where it is to be made. */
  target_id: string
  /** What it shall be, given how it stands. */
  draw: (before: Version | undefined) => Version
  /** Refuses what was made upon an older state of it, once it is held. */
  demandSeen?: (tx: Tx) => Promise<void>
  /** Whose a new one shall be. */
  company: (by: { db: Db | Tx; caller: Caller }) => Promise<Company>
}

export const groupWish = ({ action, group_id, name, permissions }: GroupChange): Wish => ({
  ...{ kind: 'group', action, target_id: group_id ?? '' },
  draw: (before) => ({ name, permissions: flagsAmong(permissions ?? listIn(before, 'permissions')) }),
  company: async () => ({ sender_entity_id: null, sender_entity_name: '' }),
})

export const storeWish = ({
  action,
  storecode_id,
  code,
  name,
  sender_entity_code,
}: StoreCodeChange): Wish => ({
  ...{ kind: 'store_code', action, target_id: storecode_id ?? '' },
  draw: () => ({ code, name }),
  company: async (by) => {
    const entity = await chooseEntity(by, { entity_code: sender_entity_code })
    return { sender_entity_id: entity.id, sender_entity_name: entity.name }
  },
})

export const ruleWish = ({ rule_id: id, version, active_on, ...wanted }: RuleRequest, now: Date): Wish => ({
  ...{ kind: 'validation_rule', action: id ? 'edit' : 'create', target_id: id ?? '' },
  draw: (before) => {
    const { field, condition, value, error_message } = wanted
    const day = active_on || begunOn(before, now)
    return { field, condition, value, error_message, ...(day && { active_on: day }) }
  },
  ...(id && version != null && { demandSeen: (tx) => demandNewest(tx, { id, version }) }),
  company: async () => ({ sender_entity_id: null, sender_entity_name: '' }),
})

/** The day on which a rule began; a request that names none says nothing of that day. */
const begunOn = (rule: Version | undefined, now: Date): string | undefined => {
  const day = textIn(rule, 'active_on')
  return day !== '' && day <= malaysianDate(now) ? day : undefined
}
