import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Customer, customers } from '#contract/customers.ts'
import { messageOf } from '../../../api/errors.ts'
import { q } from '../../../api/queries.ts'
import { usePermissions } from '../../../session/session.ts'
import { SearchSelect } from '../../../widgets/search-select/SearchSelect.tsx'
import { focusField } from '../focus-field.ts'
import { isAt } from '../form/errors.ts'
import type { FormParty } from '../form/state.ts'
import { partyOf } from '../form/wire.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import { AddCustomer } from './AddCustomer.tsx'
import classes from './CompaniesCard.module.css'
import { GeneralPublic } from './GeneralPublic.tsx'

const PAUSE_MS = 200

/** The other side, from the sender's address book; the server is asked while the clerk types. */
export const CustomerSelect = ({ label }: { label: string }) => {
  const { t } = useLingui()
  const { store, editing } = useOpenForm()
  const customer = useForm(({ form }) => form.customer)
  const error = useForm(({ errors }) => errors.customer)
  const { can_create_invoice } = usePermissions()
  const [search, setSearch] = useState('')
  const [unread, setUnread] = useState('')
  const [added, setAdded] = useState(0)
  const { rows, busy, asking, failed } = useAddressBook(search)
  const choose = (row: Customer | undefined) => {
    if (row) store.change((form) => ({ ...form, customer: partyOf(row) }), isAt('customer'))
  }
  const take = (party: FormParty) => {
    store.change((form) => ({ ...form, customer: party }), isAt('customer'))
    // The field begins anew, without what was searched for in vain, and has the focus once it is there.
    setAdded(added + 1)
    requestAnimationFrame(() => focusField('customer'))
  }
  return (
    <>
      <SearchSelect
        key={added}
        id={fieldId('customer')}
        label={label}
        required
        disabled={editing || !asking}
        description={asking || editing ? undefined : t`Choose your own company first.`}
        placeholder={t`Name, TIN or identity number`}
        error={error}
        options={rows.map((row) => ({ value: row.id, label: row.name, hint: hintOf(row) }))}
        value={rows.find((row) => isSame(row, customer))?.id ?? ''}
        shown={customer?.name}
        onSearch={setSearch}
        busy={busy}
        failed={failed && t`The list could not be loaded. ${messageOf(failed)}`}
        onChoose={(option) => choose(rows.find((row) => row.id === option.value))}
        onClear={() => store.change((form) => ({ ...form, customer: null }), isAt('customer'))}
        onUnread={(typed) => {
          setUnread(typed)
          store.change((form) => ({ ...form, customer: null }), isAt('customer'))
        }}
      />
      {!customer && asking && (
        <div className={classes.others}>
          {can_create_invoice && <AddCustomer name={nameIn(unread)} onAdded={(row) => take(partyOf(row))} />}
          <GeneralPublic onTake={take} />
        </div>
      )}
    </>
  )
}

/** The sender's customers that match, suppliers first when self billing. */
const useAddressBook = (search: string) => {
  const { editing } = useOpenForm()
  const sender_entity_id = useForm(({ form }) => form.sender?.sender_entity_id ?? '')
  const selfbilling = useForm(({ form }) => form.selfbilling)
  const [asked] = useDebouncedValue(search, PAUSE_MS)
  const asking = sender_entity_id !== '' && !editing
  const {
    data = [],
    isFetching,
    isPlaceholderData,
    error,
  } = useQuery({
    ...q(customers.find, { query: { search: asked, sender_entity_id } }),
    enabled: asking,
    placeholderData: keepPreviousData,
  })
  const is_whole = asking && asked === '' && !isPlaceholderData
  useOnlyCustomer(sender_entity_id, search, is_whole && data.length === 1 ? data[0] : undefined)
  const rows = selfbilling ? data.toSorted((a, b) => Number(b.is_supplier) - Number(a.is_supplier)) : data
  const busy = isFetching || asked !== search
  return { rows: asking && !error ? rows : [], busy, asking, failed: busy || !error ? undefined : error }
}

/** An only customer is chosen at once, but once for each company: whoever searches for another meant another. */
const useOnlyCustomer = (sender_entity_id: string, search: string, only: Customer | undefined) => {
  const { store } = useOpenForm()
  const settled = useRef('')
  useEffect(() => {
    if (settled.current === sender_entity_id || (search === '' && !only)) return
    settled.current = sender_entity_id
    if (search === '' && only && !store.get().form.customer) store.fill({ customer: partyOf(only) })
  }, [sender_entity_id, search, only, store])
}

/** What was typed, unless it is a number by which somebody was searched for. */
const nameIn = (typed: string) => (/\d/.test(typed) ? '' : typed.trim())

/** What tells those of one name apart. */
const hintOf = ({ tin_no, identity_number }: Customer) =>
  [tin_no, identity_number].filter(Boolean).join(' · ')

const isSame = (row: Customer, party: { tin_no: string; identity_number: string; name: string } | null) =>
  party !== null &&
  row.tin_no === party.tin_no &&
  row.identity_number === party.identity_number &&
  row.name === party.name
