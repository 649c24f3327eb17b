import { STATES } from '#codes/lists.ts'
import { type Element, type Finding, find, textAt } from '../reading/element.ts'
import { isSelfBilled, readFacts } from '../reading/facts.ts'
import { isInForce } from './rules.ts'

/** `path` of a party's address below the invoice; country and state are empty where they are absent. */
type Address = { path: string; country: string; state: string }

const PLACES = ['AccountingSupplierParty.Party', 'AccountingCustomerParty.Party', 'Delivery.DeliveryParty']

/** The addresses of all parties of a document. */
export const addressesOf = (root: Element): Address[] =>
  PLACES.flatMap((place) => {
    const address = find(root, `${place.replaceAll('.', '/')}/PostalAddress`)
    if (!address) return []
    return {
      path: `${place}.PostalAddress`,
      country: textAt(address, 'Country/IdentificationCode'),
      state: textAt(address, 'CountrySubentityCode'),
    }
  })

/** Whether a state is one of Malaysia's, which need the country MYS. */
export const isMalaysianState = (state: string): boolean => /^(0[1-9]|1[0-6])$/.test(state)

/** Retired codes count as listed: that they are not active is told apart. Abroad a state may be any name. */
export const isListedState = (state: string, country: string): boolean =>
  country === 'MYS' ? STATES.has(state) || state === '00' : state.length <= NAME_MAX

const NAME_MAX = 50

/** State 17, in the background: CV317. `now` is UTC ms. */
export const checkStates = (root: Element, now: number): Finding[] => {
  if (!isInForce('stateOfConsolidated', now)) return []
  const facts = readFacts(root)
  const counterparty = isSelfBilled(facts.type_code) ? 'AccountingSupplierParty' : 'AccountingCustomerParty'
  return addressesOf(root).flatMap(({ path, country, state }) => {
    const consolidated = facts.consolidated && path.startsWith(counterparty)
    if (country !== 'MYS' || state !== '17' || consolidated) return []
    const role = path.startsWith('AccountingSupplierParty') ? 'Supplier' : 'Buyer'
    const message = `${ONLY_CONSOLIDATED} - ${role}`
    return { code: 'CV317', message, path: `Invoice.${path}.CountrySubentityCode` }
  })
}

const ONLY_CONSOLIDATED =
  'State Code 17 should be used for Consolidated e-Invoice and non-Malaysian address only'
