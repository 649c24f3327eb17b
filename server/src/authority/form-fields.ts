import { own } from '#codes/own.ts'

/** The form's field at a path of the authority; parties by their role, since the form's sides depend on the type. */
const HEADER = {
  ID: 'invoice_number',
  InvoiceTypeCode: 'invoice_type',
  DocumentCurrencyCode: 'invoice_currency',
  'TaxExchangeRate.CalculationRate': 'currency_exchange_rate',
  'InvoicePeriod.Description': 'frequency_of_billing',
  'InvoicePeriod.StartDate': 'billing_start',
  'InvoicePeriod.EndDate': 'billing_end',
  'BillingReference.InvoiceDocumentReference.ID': 'original_inv_number',
  'BillingReference.InvoiceDocumentReference.UUID': 'original_inv_ref_number',
  'PrepaidPayment.PaidAmount': 'prepayment_amount',
}

const PARTY = {
  IndustryClassificationCode: 'msic_code',
  'IndustryClassificationCode@name': 'business_description',
  'PartyLegalEntity.RegistrationName': 'name',
  'PostalAddress.CityName': 'city',
  'PostalAddress.PostalZone': 'zipcode',
  'PostalAddress.CountrySubentityCode': 'state',
  'PostalAddress.AddressLine.Line': 'address1',
  'PostalAddress.Country': 'country',
  'PostalAddress.Country.IdentificationCode': 'country',
  'Contact.Telephone': 'contact_number',
  'Contact.ElectronicMail': 'email',
}

const LINE = {
  InvoicedQuantity: 'quantity',
  'InvoicedQuantity@unitCode': 'unit_of_measurement',
  'Item.Description': 'item_description',
  'Item.CommodityClassification': 'classification',
  'Item.CommodityClassification.ItemClassificationCode': 'classification',
  'Item.OriginCountry': 'country_origin',
  'Item.OriginCountry.IdentificationCode': 'country_origin',
  'Price.PriceAmount': 'unit_price',
  'TaxTotal.TaxSubtotal.Percent': 'tax_rate',
  'TaxTotal.TaxSubtotal.TaxCategory.ID': 'tax_type',
  'TaxTotal.TaxSubtotal.TaxCategory.TaxExemptionReason': 'tax_exemption_reason',
}

const SIDES = { AccountingSupplierParty: 'supplier', AccountingCustomerParty: 'buyer' } as const
const PATH_LENGTH_MAX = 300

/**
 * The form's field that the authority points at, or undefined. The same place is written in several ways:
 * `Invoice.X.Y`, `document.Invoice.X.Y`, `$.Invoice[*].X[*].Y[*]._` and `#/Invoice[0].X`.
 */
export const fieldAt = (path: string, selfbilling: boolean): string | undefined => {
  const [, inside = ''] = path.slice(0, PATH_LENGTH_MAX).split(/Invoice(?:\[[\d*]+\])?\./, 2)
  const line = /^InvoiceLine\[(\d{1,4})\]\./.exec(inside)?.[1]
  const plain = inside.replace(/\[[\d*]*\]/g, '').replace(/\._$/, '')
  const [first = '', ...rest] = plain.split('.')
  if (first === 'InvoiceLine') return line === undefined ? undefined : below(`items.${line}`, LINE, rest)
  for (const [name, side] of Object.entries(SIDES)) {
    if (first === name) return below(sideOf(side, selfbilling), PARTY, rest.slice(1))
  }
  return own(HEADER, plain)
}

/** A catalogue's field (`supplier.name`, `buyer.tin_no`, `invoice_currency`) as the form names it. */
export const formField = (field: string, selfbilling: boolean): string =>
  field.replace(/^(?:supplier|buyer)(?=\.)/, (side) =>
    sideOf(side === 'supplier' ? 'supplier' : 'buyer', selfbilling),
  )

/** In self-billed documents the buyer is the sender. */
const sideOf = (side: 'supplier' | 'buyer', selfbilling: boolean): 'sender' | 'customer' =>
  (side === 'supplier') === selfbilling ? 'customer' : 'sender'

const below = (prefix: string, fields: Readonly<Record<string, string>>, steps: readonly string[]) => {
  const field = own(fields, steps.join('.'))
  return field && `${prefix}.${field}`
}
