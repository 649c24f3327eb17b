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
  'LegalMonetaryTotal.PayableRoundingAmount': 'rounding_amount',
}

const PARTY = {
  IndustryClassificationCode: 'msic_code',
  'IndustryClassificationCode.name': 'business_description',
  'PartyLegalEntity.RegistrationName': 'name',
  'PostalAddress.CityName': 'city',
  'PostalAddress.PostalZone': 'zipcode',
  'PostalAddress.CountrySubentityCode': 'state',
  'PostalAddress.AddressLine': 'address1',
  'PostalAddress.Country': 'country',
  'PostalAddress.Country.IdentificationCode': 'country',
  'Contact.Telephone': 'contact_number',
  'Contact.ElectronicMail': 'email',
}

/** In the order in which `#domain/ubl/party.ts` writes them, for paths that count. */
const IDENTIFICATIONS = ['tin_no', 'identity_number', 'sst_no', 'ttx_no'] as const
const SCHEMES = {
  TIN: 'tin_no',
  ...{ BRN: 'identity_number', NRIC: 'identity_number' },
  ...{ PASSPORT: 'identity_number', ARMY: 'identity_number' },
  ...{ SST: 'sst_no', TTX: 'ttx_no' },
}

const LINE = {
  InvoicedQuantity: 'quantity',
  'InvoicedQuantity.unitCode': 'unit_of_measurement',
  'Item.Description': 'item_description',
  'Item.CommodityClassification': 'classification',
  'Item.CommodityClassification.ItemClassificationCode': 'classification',
  'Item.OriginCountry': 'country_origin',
  'Item.OriginCountry.IdentificationCode': 'country_origin',
  'Price.PriceAmount': 'unit_price',
  'ItemPriceExtension.Amount': 'unit_price',
  'TaxTotal.TaxSubtotal.Percent': 'tax_rate',
  'TaxTotal.TaxSubtotal.TaxCategory.Percent': 'tax_rate',
  'TaxTotal.TaxSubtotal.TaxCategory.ID': 'tax_type',
  'TaxTotal.TaxSubtotal.TaxCategory.TaxExemptionReason': 'tax_exemption_reason',
}

const SIDES = { AccountingSupplierParty: 'supplier', AccountingCustomerParty: 'buyer' } as const
export type Side = (typeof SIDES)[keyof typeof SIDES]

/** Where a path leads, as far as it can be told: to a field, or only to a party or a line (counted from 0). */
export type Place = { side?: Side; line?: number; field?: string }

const PATH_LENGTH_MAX = 300

/**
 * The place that the authority points at. It is written in several ways: `Invoice.X.Y`, `document.Invoice.X.Y`,
 * `$.Invoice[*].X[*].Y[*]._` and `#/Invoice[0].X`, which count from 0, and `/ubl:Invoice/cac:X[1]/cbc:Y/@z`, an XPath,
 * which counts from 1.
 */
export const placeAt = (path: string): Place => {
  const cut = path.slice(0, PATH_LENGTH_MAX)
  const is_xpath = cut.includes('/') && !cut.startsWith('#')
  const scheme = /@schemeID\s?=\s?['"](\w{1,20})['"]/.exec(cut)?.[1] ?? ''
  const bare = cut.replaceAll(/\[[^\]\d*][^\]]*\]/g, '').replace(/\s.*$/, '')
  const steps = (is_xpath ? fromXpath(bare) : bare).replaceAll('@', '.')
  const [first = '', ...rest] = (steps.split(/Invoice(?:\[[\d*]+\])?\./, 2)[1] ?? '').split('.')
  const name = plain(first)
  const side = own(SIDES, name)
  if (side) return { side, ...found(own(SCHEMES, scheme) ?? partyField(rest, is_xpath)) }
  if (name !== 'InvoiceLine') return found(nearest(HEADER, [name, ...rest]))
  const line = countOf(first, is_xpath)
  return line === undefined ? { field: 'items' } : { line, ...found(nearest(LINE, rest)) }
}

/** A party's field by its role (`buyer.name`) as the form names it: self-billed, the buyer is the sender. */
export const formField = (field: string, selfbilling: boolean): string =>
  field.replace(/^(supplier|buyer)(?=\.)/, (side) =>
    (side === 'supplier') === selfbilling ? 'customer' : 'sender',
  )

/** `/ubl:Invoice/cac:InvoiceLine[2]/cbc:X/@y` as `.Invoice.InvoiceLine[2].X.y`. */
const fromXpath = (path: string) => path.replaceAll('/@', '.').replaceAll(/\/(?:[A-Za-z]\w{0,20}:)?/g, '.')

const plain = (step: string) => step.replaceAll(/\[[^\]]*\]/g, '')

/** The position of `X[2]`, counted from 0; undefined where the path does not count, as most XPaths do not. */
const countOf = (step: string, is_xpath: boolean): number | undefined => {
  const told = /\[(\d{1,4})\]/.exec(step)?.[1]
  return told === undefined ? undefined : Math.max(Number(told) - (is_xpath ? 1 : 0), 0)
}

/** Below a party stands `Party`, and below that the field. */
const partyField = ([, ...steps]: readonly string[], is_xpath: boolean): string | undefined => {
  const [first = ''] = steps
  if (plain(first) !== 'PartyIdentification') return nearest(PARTY, steps)
  const count = countOf(first, is_xpath)
  return count === undefined ? undefined : IDENTIFICATIONS[count]
}

/** The field of a place, or of the nearest place around it that is one. */
const nearest = (fields: Readonly<Record<string, string>>, steps: readonly string[]): string | undefined => {
  const names = steps.map(plain)
  for (let length = names.length; length > 0; length--) {
    const field = own(fields, names.slice(0, length).join('.'))
    if (field) return field
  }
  return undefined
}

const found = (field: string | undefined): Place => (field ? { field } : {})
