import { useLingui } from '@lingui/react/macro'

/** What each filter of the list of documents is called, in the panel and on its chip, by its name in the address. */
export const useFilterLabels = () => {
  const { t } = useLingui()
  return {
    search: t`Search`,
    date_start: t`Start Date`,
    date_end: t`End Date`,
    buyer_name: t`Buyer Name`,
    buyer_tin_no: t`Buyer TIN Number`,
    buyer_id_no: t`Buyer ID Number`,
    buyer_email: t`Buyer Email`,
    invoice_number: t`Invoice Number`,
    agent_code: t`Agent Code`,
    contract_number: t`Contract Number`,
    lhdn_uuid: t`LHDN UUID`,
    invoice_type: t`Invoice Type`,
    sender_entity_code: t`Company`,
    sender_store_code: t`Department`,
    status: t`Status`,
    environment: t`Environment`,
  }
}

export type FilterName = keyof ReturnType<typeof useFilterLabels>
