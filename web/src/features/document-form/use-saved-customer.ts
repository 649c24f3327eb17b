import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customers } from '#contract/customers.ts'
import { q } from '../../api/queries.ts'
import type { FormParty } from './form/state.ts'
import { partyOf } from './form/wire.ts'

type Parties = { sender: FormParty | null; customer: FormParty | null }

/**
 * The customer that a document names by its code, as the address book has it now: it follows what is changed there
 * meanwhile, since a clerk may put it right in another tab. Undefined where this user sees none, or several.
 */
export const useSavedCustomer = (parties: Parties | undefined) => {
  const entity_code = parties?.customer?.entity_code ?? ''
  const sender_entity_id = parties?.sender?.sender_entity_id ?? ''
  const { data = [], isLoading } = useQuery({
    ...q(customers.find, { query: { entity_code, sender_entity_id } }),
    enabled: entity_code !== '' && sender_entity_id !== '',
    // It is an offer: where it cannot be made, the form does without, and at once.
    retry: false,
  })
  const [row, ...others] = data
  return { saved: row && others.length === 0 ? partyOf(row) : undefined, isLoading }
}

/**
 * Whether the form may be shown: the address book is waited for, so that what it offers moves no fields once somebody
 * is among them. What is shown then stays.
 */
export const useKnownCustomer = (parties: Parties | undefined): boolean => {
  const { isLoading } = useSavedCustomer(parties)
  const [known, setKnown] = useState(false)
  if (parties && !isLoading && !known) setKnown(true)
  return known
}
