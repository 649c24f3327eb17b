import { own } from '#codes/own.ts'
/**
 * * What may stand inside each element and in which order: the UBL 2.1 Invoice schema narrowed to the fields
 * which the authority's eight document pages list (sdk.myinvois.hasil.gov.my/documents/, read 23 Jul 2026).
 * Marks: `!` one, none: at most one, `+` one or more, `*` any number, `~` any number in JSON but at most one
 * in XML.
 */
export type Slot = { name: string; min: number; max_xml: number; max_json: number }

const MANY = 10_000

const BOUNDS: Readonly<Record<string, Omit<Slot, 'name'>>> = {
  '!': { min: 1, max_xml: 1, max_json: 1 },
  '?': { min: 0, max_xml: 1, max_json: 1 },
  '+': { min: 1, max_xml: MANY, max_json: MANY },
  '*': { min: 0, max_xml: MANY, max_json: MANY },
  '~': { min: 0, max_xml: 1, max_json: MANY },
}

const shape = (text: string): Slot[] =>
  text.split(/\s+/).map((word) => {
    const mark = word.at(-1) ?? ''
    const bounds = own(BOUNDS, mark)
    if (bounds) return { name: word.slice(0, -1), ...bounds }
    return { name: word, min: 0, max_xml: 1, max_json: 1 }
  })

const ALLOWANCE = 'ChargeIndicator! AllowanceChargeReason MultiplierFactorNumeric Amount!'

/** The shape of every element that has children. An element that is not named here holds only text. */
export const SHAPES: ReadonlyMap<string, Slot[]> = new Map(
  Object.entries({
    Invoice: `UBLExtensions ID! IssueDate! IssueTime! InvoiceTypeCode! DocumentCurrencyCode TaxCurrencyCode
      InvoicePeriod BillingReference* AdditionalDocumentReference* Signature AccountingSupplierParty!
      AccountingCustomerParty! Delivery PaymentMeans PaymentTerms PrepaidPayment AllowanceCharge*
      TaxExchangeRate TaxTotal! LegalMonetaryTotal! InvoiceLine+`,
    InvoicePeriod: 'StartDate EndDate Description',
    BillingReference: 'InvoiceDocumentReference~ AdditionalDocumentReference',
    InvoiceDocumentReference: 'ID! UUID',
    AdditionalDocumentReference: 'ID! DocumentType DocumentDescription',
    Signature: 'ID! SignatureMethod!',
    AccountingSupplierParty: 'AdditionalAccountID Party!',
    AccountingCustomerParty: 'Party!',
    Party: 'IndustryClassificationCode PartyIdentification* PostalAddress PartyLegalEntity Contact',
    PartyIdentification: 'ID!',
    PostalAddress: 'CityName PostalZone CountrySubentityCode AddressLine* Country',
    AddressLine: 'Line!',
    Country: 'IdentificationCode!',
    PartyLegalEntity: 'RegistrationName!',
    Contact: 'Telephone ElectronicMail',
    Delivery: 'DeliveryParty Shipment',
    DeliveryParty: 'PartyIdentification* PostalAddress PartyLegalEntity',
    Shipment: 'ID! FreightAllowanceCharge',
    FreightAllowanceCharge: ALLOWANCE,
    PaymentMeans: 'PaymentMeansCode! PayeeFinancialAccount',
    PayeeFinancialAccount: 'ID!',
    PaymentTerms: 'Note',
    PrepaidPayment: 'ID PaidAmount PaidDate PaidTime',
    AllowanceCharge: ALLOWANCE,
    TaxExchangeRate: 'SourceCurrencyCode! TargetCurrencyCode! CalculationRate!',
    TaxTotal: 'TaxAmount! TaxSubtotal*',
    TaxSubtotal: 'TaxableAmount TaxAmount! Percent BaseUnitMeasure PerUnitAmount TaxCategory!',
    TaxCategory: 'ID! TaxExemptionReason TaxScheme!',
    TaxScheme: 'ID!',
    LegalMonetaryTotal: `LineExtensionAmount TaxExclusiveAmount! TaxInclusiveAmount! AllowanceTotalAmount
      ChargeTotalAmount PayableRoundingAmount PayableAmount!`,
    InvoiceLine: `ID! InvoicedQuantity LineExtensionAmount! AllowanceCharge* TaxTotal! Item! Price!
      ItemPriceExtension!`,
    Item: 'Description! OriginCountry CommodityClassification*',
    OriginCountry: 'IdentificationCode!',
    CommodityClassification: 'ItemClassificationCode!',
    Price: 'PriceAmount!',
    ItemPriceExtension: 'Amount!',
  }).map(([name, text]) => [name, shape(text)]),
)

/** Attributes that the field tables name; anything else on an element is refused. */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  'currencyID',
  'listAgencyID',
  'listID',
  'listVersionID',
  'name',
  'schemeAgencyID',
  'schemeAgencyName',
  'schemeID',
  'unitCode',
])
