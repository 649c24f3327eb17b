import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Header, LineEntry } from '#domain/documents/document.ts'

/** What people may fill in of a header. */
type HeaderName = Exclude<keyof Header, 'document_type' | 'source' | 'invoice_time' | 'sender_entity_code'>

/** What each field is called, wherever one is named. */
export const HEADER_LABELS: Record<HeaderName, MessageDescriptor> = {
  selfbilling: msg`Self Billing`,
  invoice_type: msg`Invoice Type`,
  invoice_number: msg`Invoice Number`,
  invoice_date: msg`Invoice Date`,
  payment_due_date: msg`Payment Due Date`,
  invoice_currency: msg`Currency`,
  currency_exchange_rate: msg`Exchange Rate`,
  sender_store_code: msg`Department Code`,
  original_inv_number: msg`Original Seller Invoice Number`,
  original_inv_ref_number: msg`Original LHDN Invoice UUID`,
  document_remarks: msg`Remarks`,
  prepayment_amount: msg`Prepayment Amount`,
  rounding_amount: msg`Rounding Amount`,
  tax_rate: msg`Tax Rate (%)`,
  tax_exemption_reason: msg`Tax Exemption Reason`,
  billing_start: msg`Billing Period Start`,
  billing_end: msg`Billing Period End`,
  frequency_of_billing: msg`Frequency of Billing`,
  agent_number: msg`Agent Number`,
  contract_number: msg`Contract Number`,
  voluntary_disclosure: msg`Voluntary Disclosure`,
}

export const LINE_LABELS: Record<Exclude<keyof LineEntry, 'id'>, MessageDescriptor> = {
  classification: msg`Classification`,
  item_description: msg`Description`,
  unit_price: msg`Unit Price`,
  quantity: msg`Quantity`,
  unit_of_measurement: msg`Unit`,
  tax_type: msg`Tax Type`,
  tax_rate: msg`Tax Rate (%)`,
  tax_exemption_reason: msg`Tax Exemption Reason`,
  discount_rate: msg`Discount Rate (%)`,
  discount_amount: msg`Discount Amount`,
  charges_rate: msg`Charges Rate (%)`,
  product_tariff: msg`Product Tariff Code`,
  country_origin: msg`Country of Origin`,
}
