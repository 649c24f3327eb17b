import { COUNTRIES, STATES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import type { Party } from '#domain/documents/document.ts'
import { isStated, NO_STATE } from '#domain/documents/stated.ts'
import { inTitleCase } from '#domain/text/title-case.ts'

export type Fact = { label: string; value: string }

export type PartyFields = {
  heading: 'Supplier' | 'Buyer'
  name: string
  /** Address, one line each. */
  address: string[]
  facts: Fact[]
}

const ID_LABELS = { PASSPORT: 'Passport', ARMY: 'MyTentera' }

/** Everything that is known of a party, in the order in which people look for it. */
export const toPartyFields = (heading: PartyFields['heading'], party: Party): PartyFields => ({
  heading,
  name: party.name,
  address: addressOf(party),
  facts: stated([
    ['TIN', party.tin_no],
    [own(ID_LABELS, party.identity_type) ?? (party.identity_type || 'ID'), party.identity_number],
    ['SST', party.sst_no],
    ['Tourism tax', party.ttx_no],
    ['Phone', party.contact_number],
    ['E-mail', party.email],
    ['MSIC', [party.msic_code, party.business_description].filter(isStated).join(' · ')],
  ]),
})

/** Drops what was left empty or stated as not applicable. */
export const stated = (pairs: readonly (readonly [label: string, value: string])[]): Fact[] =>
  pairs.filter(([, value]) => isStated(value)).map(([label, value]) => ({ label, value }))

const addressOf = (party: Party): string[] => {
  const state = party.state === NO_STATE ? '' : (STATES.describe(party.state) ?? party.state)
  const country = COUNTRIES.describe(party.country)
  const town = [[party.zipcode, party.city].filter(isStated).join(' '), state]
  return [
    party.address1,
    party.address2,
    party.address3,
    town.filter(isStated).join(', '),
    country ? inTitleCase(country) : party.country,
  ].filter(isStated)
}
