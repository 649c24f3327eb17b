import type { Profile } from '#contract/people/session.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import type { Scope } from './form/choices.ts'
import type { Opening } from './form/wire.ts'

/** What the form knows when it opens now, for this user. */
export const openingFor = (profile: Profile): Opening => {
  const now = new Date()
  return { today: malaysianDate(now), now_ms: now.getTime(), entities: profile.sender_entities }
}

/** What this user may issue for: the active companies among theirs, and the departments of these. */
export const scopeOf = ({ sender_entities, store_code }: Profile): Scope => {
  const entities = sender_entities.filter(({ is_active }) => is_active)
  const stores = store_code.filter((store) => entities.some(({ id }) => id === store.sender_entity_id))
  return { entities, stores }
}

/**
 * A read that is made anew for each opening of the form and never again: what others change meanwhile must not
 * move beneath the clerk's hands, and the server compares revisions anyway.
 */
export const onlyOnce = <Q extends { queryKey: readonly unknown[] }>(query: Q) => ({
  ...query,
  queryKey: ['opened', ...query.queryKey],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
