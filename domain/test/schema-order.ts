import { bareName, type Node } from './reading.ts'

/**
 * UBL 2.1 schema order of everything that MyInvois uses, root first (reference "The UBL document", §2.1). It is
 * written out here once more on purpose: the builder's templates are tested against it, not against themselves.
 */
const ORDER: Record<string, string> = {
  Invoice: `ID IssueDate IssueTime InvoiceTypeCode DocumentCurrencyCode InvoicePeriod BillingReference
    AccountingSupplierParty AccountingCustomerParty PrepaidPayment TaxExchangeRate TaxTotal LegalMonetaryTotal
    InvoiceLine`,
  InvoicePeriod: 'StartDate EndDate Description',
  BillingReference: 'InvoiceDocumentReference',
  InvoiceDocumentReference: 'ID UUID',
  AccountingSupplierParty: 'Party',
  AccountingCustomerParty: 'Party',
  Party: 'IndustryClassificationCode PartyIdentification PostalAddress PartyLegalEntity Contact',
  PartyIdentification: 'ID',
  PostalAddress: 'CityName PostalZone CountrySubentityCode AddressLine Country',
  AddressLine: 'Line',
  Country: 'IdentificationCode',
  PartyLegalEntity: 'RegistrationName',
  Contact: 'Telephone ElectronicMail',
  PrepaidPayment: 'PaidAmount',
  AllowanceCharge: 'ChargeIndicator AllowanceChargeReason MultiplierFactorNumeric Amount',
  TaxExchangeRate: 'SourceCurrencyCode TargetCurrencyCode CalculationRate',
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount Percent TaxCategory',
  TaxCategory: 'ID TaxExemptionReason TaxScheme',
  TaxScheme: 'ID',
  LegalMonetaryTotal: `LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount
    ChargeTotalAmount PayableRoundingAmount PayableAmount`,
  InvoiceLine: `ID InvoicedQuantity LineExtensionAmount AllowanceCharge TaxTotal Item Price ItemPriceExtension`,
  Item: 'Description OriginCountry CommodityClassification',
  OriginCountry: 'IdentificationCode',
  CommodityClassification: 'ItemClassificationCode',
  Price: 'PriceAmount',
  ItemPriceExtension: 'Amount',
}

/** Where a tree leaves the order or names something unknown; empty when it is in order. */
export const findDisorder = (node: Node, path = bareName(node)): string[] => {
  const names = ORDER[bareName(node)]?.split(/\s+/) ?? []
  const wrong: string[] = []
  let reached = 0
  for (const child of node.children) {
    const place = names.indexOf(bareName(child))
    const at = `${path}/${bareName(child)}`
    if (place < reached) wrong.push(place < 0 ? `${at} is unknown` : `${at} is out of order`)
    reached = Math.max(reached, place)
    const prefix = bareName(child) in ORDER ? 'cac' : 'cbc'
    if (child.name !== `${prefix}:${bareName(child)}`) wrong.push(`${at} should be in ${prefix}`)
    wrong.push(...findDisorder(child, at))
  }
  return wrong
}
