import type { SenderEntity, StoreCode } from '#contract/people/session.ts'
import type { DocumentForm, FormParty } from './state.ts'
import { partyOf } from './wire.ts'

/** What this user may issue for. */
export type Scope = { entities: readonly SenderEntity[]; stores: readonly StoreCode[] }
/** What the user chose last time, where it is still possible. */
export type LastChoice = { store_id?: string | undefined; currency?: string | undefined }

/** A new form with everything filled in that leaves no choice, and with the user's last choices. */
export const withDefaults = (form: DocumentForm, scope: Scope, last: LastChoice): DocumentForm => {
  const remembered = scope.stores.find(({ id }) => id === last.store_id)
  const only = scope.stores.length === 1 ? scope.stores[0] : undefined
  const store = remembered ?? only
  const currency = last.currency ? { invoice_currency: last.currency } : {}
  const filled = { ...form, ...currency }
  if (store) return chooseStore(filled, store, scope)
  const [entity, ...others] = scope.entities
  return entity && others.length === 0 ? chooseSender(filled, partyOf(entity), scope) : filled
}

/** A department belongs to one entity, so choosing it chooses the sender too. */
export const chooseStore = (form: DocumentForm, store: StoreCode, scope: Scope): DocumentForm => {
  const entity = scope.entities.find(({ id }) => id === store.sender_entity_id)
  const chosen = { ...form, sender_store_code: store.code }
  if (!entity || form.sender?.entity_code === entity.entity_code) return chosen
  return withSender(chosen, partyOf(entity))
}

/** Choosing the sender drops a department of another entity, and takes the only one it has. */
export const chooseSender = (form: DocumentForm, sender: FormParty, scope: Scope): DocumentForm => {
  const stores = storesOf(sender, scope)
  const kept = stores.find(({ code }) => code === form.sender_store_code)
  const store = kept ?? (stores.length === 1 ? stores[0] : undefined)
  return { ...withSender(form, sender), sender_store_code: store?.code ?? '' }
}

/** The departments that can be chosen: those of the sender, or all while there is none. */
export const storesOf = (sender: FormParty | null, { stores, entities }: Scope): readonly StoreCode[] => {
  if (!sender) return stores
  const entity = entities.find(({ entity_code }) => entity_code === sender.entity_code)
  return stores.filter(({ sender_entity_id }) => sender_entity_id === entity?.id)
}

/** The address book belongs to an entity: a buyer of another one's book goes. */
const withSender = (form: DocumentForm, sender: FormParty): DocumentForm => {
  const book = form.customer?.sender_entity_id
  const foreign = book !== undefined && book !== '' && book !== sender.sender_entity_id
  return { ...form, sender, customer: foreign ? null : form.customer }
}
