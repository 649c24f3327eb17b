import { own } from '#codes/own.ts'

/**
 * What may stand inside each element and in which order: the UBL 2.1 Invoice schema, narrowed where one of the
 * authority's eight document pages lists the element (sdk.myinvois.hasil.gov.my/documents/, read 23 Jul 2026).
 * Marks: `!` one, none: at most one, `+` one or more, `*` any number, `~` any number in JSON but at most one in
 * XML. A dot before the name stands for an element of UBL that no field table names, any number of it; a slash
 * after it for one with children, which are not looked at.
 */
export type Slot = {
  name: string
  min: number
  max_xml: number
  max_json: number
  /** In the namespace of elements with children. */
  aggregate: boolean
  /** Its inside is not looked at. */
  opaque: boolean
}

const MANY = 10_000

type Bounds = Pick<Slot, 'min' | 'max_xml' | 'max_json'>

const BOUNDS: Readonly<Record<string, Bounds>> = {
  '!': { min: 1, max_xml: 1, max_json: 1 },
  '?': { min: 0, max_xml: 1, max_json: 1 },
  '+': { min: 1, max_xml: MANY, max_json: MANY },
  '*': { min: 0, max_xml: MANY, max_json: MANY },
  '~': { min: 0, max_xml: 1, max_json: MANY },
}
const ANY: Bounds = { min: 0, max_xml: MANY, max_json: MANY }
const AT_MOST_ONE: Bounds = { min: 0, max_xml: 1, max_json: 1 }

const shape = (text: string): Slot[] =>
  text.split(/\s+/).map((word) => {
    const [, dot, name = '', mark = ''] = /^(\.?)(\w+)(\W?)$/.exec(word) ?? []
    const opaque = mark === '/'
    const bounds = dot ? ANY : (own(BOUNDS, mark) ?? AT_MOST_ONE)
    return { name, ...bounds, opaque, aggregate: opaque || (!dot && Object.hasOwn(NAMED, name)) }
  })

const ALLOWANCE = `.ID ChargeIndicator! .AllowanceChargeReasonCode AllowanceChargeReason
  MultiplierFactorNumeric .PrepaidIndicator .SequenceNumeric Amount! .BaseAmount .AccountingCostCode
  .AccountingCost .PerUnitAmount .TaxCategory/ .TaxTotal/ .PaymentMeans/`

const NAMED = {
  Invoice: `UBLExtensions .UBLVersionID .CustomizationID .ProfileID .ProfileExecutionID ID!
    .CopyIndicator .UUID IssueDate! IssueTime! .DueDate InvoiceTypeCode! .Note .TaxPointDate
    DocumentCurrencyCode TaxCurrencyCode .PricingCurrencyCode .PaymentCurrencyCode
    .PaymentAlternativeCurrencyCode .AccountingCostCode .AccountingCost .LineCountNumeric
    .BuyerReference InvoicePeriod .OrderReference/ BillingReference* .DespatchDocumentReference/
    .ReceiptDocumentReference/ .StatementDocumentReference/ .OriginatorDocumentReference/
    .ContractDocumentReference/ AdditionalDocumentReference* .ProjectReference/ Signature
    AccountingSupplierParty! AccountingCustomerParty! .PayeeParty/ .BuyerCustomerParty/
    .SellerSupplierParty/ .TaxRepresentativeParty/ Delivery .DeliveryTerms/ PaymentMeans PaymentTerms
    PrepaidPayment AllowanceCharge* TaxExchangeRate .PricingExchangeRate/ .PaymentExchangeRate/
    .PaymentAlternativeExchangeRate/ TaxTotal! .WithholdingTaxTotal/ LegalMonetaryTotal! InvoiceLine+`,
  InvoicePeriod: 'StartDate .StartTime EndDate .EndTime .DurationMeasure .DescriptionCode Description',
  BillingReference: `InvoiceDocumentReference~ .SelfBilledInvoiceDocumentReference/
    .CreditNoteDocumentReference/ .SelfBilledCreditNoteDocumentReference/ .DebitNoteDocumentReference/
    .ReminderDocumentReference/ AdditionalDocumentReference .BillingReferenceLine/`,
  InvoiceDocumentReference: `ID! .CopyIndicator UUID .IssueDate .IssueTime .DocumentTypeCode
    .DocumentType .XPath .LanguageID .LocaleCode .VersionID .DocumentStatusCode .DocumentDescription
    .Attachment/ .ValidityPeriod/ .IssuerParty/ .ResultOfVerification/`,
  AdditionalDocumentReference: `ID! .CopyIndicator .UUID .IssueDate .IssueTime .DocumentTypeCode
    DocumentType .XPath .LanguageID .LocaleCode .VersionID .DocumentStatusCode DocumentDescription
    .Attachment/ .ValidityPeriod/ .IssuerParty/ .ResultOfVerification/`,
  Signature: `ID! .Note .ValidationDate .ValidationTime .ValidatorID .CanonicalizationMethod
    SignatureMethod! .SignatoryParty/ .DigitalSignatureAttachment/ .OriginalDocumentReference/`,
  AccountingSupplierParty: `.CustomerAssignedAccountID AdditionalAccountID .DataSendingCapability
    Party! .DespatchContact/ .AccountingContact/ .SellerContact/`,
  AccountingCustomerParty: `.CustomerAssignedAccountID .SupplierAssignedAccountID .AdditionalAccountID
    Party! .DeliveryContact/ .AccountingContact/ .BuyerContact/`,
  Party: `.MarkCareIndicator .MarkAttentionIndicator .WebsiteURI .LogoReferenceID .EndpointID
    IndustryClassificationCode PartyIdentification* .PartyName/ .Language/ PostalAddress
    .PhysicalLocation/ .PartyTaxScheme/ PartyLegalEntity Contact .Person/ .AgentParty/
    .ServiceProviderParty/ .PowerOfAttorney/ .FinancialAccount/`,
  PartyIdentification: 'ID!',
  PostalAddress: `.ID .AddressTypeCode .AddressFormatCode .Postbox .Floor .Room .StreetName
    .AdditionalStreetName .BlockName .BuildingName .BuildingNumber .InhouseMail .Department
    .MarkAttention .MarkCare .PlotIdentification .CitySubdivisionName CityName PostalZone
    .CountrySubentity CountrySubentityCode .Region .District .TimezoneOffset AddressLine* Country
    .LocationCoordinate/`,
  AddressLine: 'Line!',
  Country: 'IdentificationCode! .Name',
  PartyLegalEntity: `RegistrationName! .CompanyID .RegistrationDate .RegistrationExpirationDate
    .CompanyLegalFormCode .CompanyLegalForm .SoleProprietorshipIndicator .CompanyLiquidationStatusCode
    .CorporateStockAmount .FullyPaidSharesIndicator .RegistrationAddress/
    .CorporateRegistrationScheme/ .HeadOfficeParty/ .ShareholderParty/`,
  Contact: '.ID .Name Telephone .Telefax ElectronicMail .Note .OtherCommunication/',
  Delivery: `.ID .Quantity .MinimumQuantity .MaximumQuantity .ActualDeliveryDate .ActualDeliveryTime
    .LatestDeliveryDate .LatestDeliveryTime .ReleaseID .TrackingID .DeliveryAddress/
    .DeliveryLocation/ .AlternativeDeliveryLocation/ .RequestedDeliveryPeriod/
    .PromisedDeliveryPeriod/ .EstimatedDeliveryPeriod/ .CarrierParty/ DeliveryParty .NotifyParty/
    .Despatch/ .DeliveryTerms/ .MinimumDeliveryUnit/ .MaximumDeliveryUnit/ Shipment`,
  DeliveryParty: `.MarkCareIndicator .MarkAttentionIndicator .WebsiteURI .LogoReferenceID .EndpointID
    .IndustryClassificationCode PartyIdentification* .PartyName/ .Language/ PostalAddress
    .PhysicalLocation/ .PartyTaxScheme/ PartyLegalEntity .Contact/ .Person/ .AgentParty/
    .ServiceProviderParty/ .PowerOfAttorney/ .FinancialAccount/`,
  Shipment: `ID! .ShippingPriorityLevelCode .HandlingCode .HandlingInstructions .Information
    .GrossWeightMeasure .NetWeightMeasure .NetNetWeightMeasure .GrossVolumeMeasure .NetVolumeMeasure
    .TotalGoodsItemQuantity .TotalTransportHandlingUnitQuantity .InsuranceValueAmount
    .DeclaredCustomsValueAmount .DeclaredForCarriageValueAmount .DeclaredStatisticsValueAmount
    .FreeOnBoardValueAmount .SpecialInstructions .DeliveryInstructions .SplitConsignmentIndicator
    .ConsignmentQuantity .Consignment/ .GoodsItem/ .ShipmentStage/ .Delivery/ .TransportHandlingUnit/
    .ReturnAddress/ .OriginAddress/ .FirstArrivalPortLocation/ .LastExitPortLocation/ .ExportCountry/
    FreightAllowanceCharge`,
  FreightAllowanceCharge: ALLOWANCE,
  PaymentMeans: `.ID PaymentMeansCode! .PaymentDueDate .PaymentChannelCode .InstructionID
    .InstructionNote .PaymentID .CardAccount/ .PayerFinancialAccount/ PayeeFinancialAccount
    .CreditAccount/ .PaymentMandate/ .TradeFinancing/`,
  PayeeFinancialAccount: `ID! .Name .AliasName .AccountTypeCode .AccountFormatCode .CurrencyCode
    .PaymentNote .FinancialInstitutionBranch/ .Country/`,
  PaymentTerms: `.ID .PaymentMeansID .PrepaidPaymentReferenceID Note .ReferenceEventCode
    .SettlementDiscountPercent .PenaltySurchargePercent .PaymentPercent .Amount
    .SettlementDiscountAmount .PenaltyAmount .PaymentTermsDetailsURI .PaymentDueDate
    .InstallmentDueDate .InvoicingPartyReference .SettlementPeriod/ .PenaltyPeriod/ .ExchangeRate/
    .ValidityPeriod/`,
  PrepaidPayment: 'ID PaidAmount .ReceivedDate PaidDate PaidTime .InstructionID',
  AllowanceCharge: ALLOWANCE,
  TaxExchangeRate: `SourceCurrencyCode! .SourceCurrencyBaseRate TargetCurrencyCode!
    .TargetCurrencyBaseRate .ExchangeMarketID CalculationRate! .MathematicOperatorCode .Date
    .ForeignExchangeContract/`,
  TaxTotal: 'TaxAmount! .RoundingAmount .TaxEvidenceIndicator .TaxIncludedIndicator TaxSubtotal*',
  TaxSubtotal: `TaxableAmount TaxAmount! .CalculationSequenceNumeric .TransactionCurrencyTaxAmount
    Percent BaseUnitMeasure PerUnitAmount .TierRange .TierRatePercent TaxCategory!`,
  TaxCategory: `ID! .Name .Percent .BaseUnitMeasure .PerUnitAmount .TaxExemptionReasonCode
    TaxExemptionReason .TierRange .TierRatePercent TaxScheme!`,
  TaxScheme: 'ID! .Name .TaxTypeCode .CurrencyCode .JurisdictionRegionAddress/',
  LegalMonetaryTotal: `LineExtensionAmount TaxExclusiveAmount! TaxInclusiveAmount!
    AllowanceTotalAmount ChargeTotalAmount .PrepaidAmount PayableRoundingAmount PayableAmount!
    .PayableAlternativeAmount`,
  InvoiceLine: `ID! .UUID .Note InvoicedQuantity LineExtensionAmount! .TaxPointDate
    .AccountingCostCode .AccountingCost .PaymentPurposeCode .FreeOfChargeIndicator .InvoicePeriod/
    .OrderLineReference/ .DespatchLineReference/ .ReceiptLineReference/ .BillingReference/
    .DocumentReference/ .PricingReference/ .OriginatorParty/ .Delivery/ .PaymentTerms/
    AllowanceCharge* TaxTotal! .WithholdingTaxTotal/ Item! Price! .DeliveryTerms/ .SubInvoiceLine/
    ItemPriceExtension!`,
  Item: `Description! .PackQuantity .PackSizeNumeric .CatalogueIndicator .Name .HazardousRiskIndicator
    .AdditionalInformation .Keyword .BrandName .ModelName .BuyersItemIdentification/
    .SellersItemIdentification/ .ManufacturersItemIdentification/ .StandardItemIdentification/
    .CatalogueItemIdentification/ .AdditionalItemIdentification/ .CatalogueDocumentReference/
    .ItemSpecificationDocumentReference/ OriginCountry CommodityClassification*
    .TransactionConditions/ .HazardousItem/ .ClassifiedTaxCategory/ .AdditionalItemProperty/
    .ManufacturerParty/ .InformationContentProviderParty/ .OriginAddress/ .ItemInstance/ .Certificate/
    .Dimension/`,
  OriginCountry: 'IdentificationCode! .Name',
  CommodityClassification: '.NatureCode .CargoTypeCode .CommodityCode ItemClassificationCode!',
  Price: `PriceAmount! .BaseQuantity .PriceChangeReason .PriceTypeCode .PriceType
    .OrderableUnitFactorRate .ValidityPeriod/ .PriceList/ .AllowanceCharge/ .PricingExchangeRate/`,
  ItemPriceExtension: 'Amount! .TaxTotal/',
}

/** The shape of every element that has children. An element that is not named here holds only text. */
export const SHAPES: ReadonlyMap<string, Slot[]> = new Map(
  Object.entries(NAMED).map(([name, text]) => [name, shape(text)]),
)

/** Attributes that UBL declares; anything else on an element is refused. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  `currencyCodeListVersionID currencyID languageID languageLocaleID listAgencyID listAgencyName listID
  listName listSchemeURI listURI listVersionID name schemeAgencyID schemeAgencyName schemeDataURI schemeID schemeName
  schemeURI schemeVersionID unitCode unitCodeListAgencyID unitCodeListAgencyName unitCodeListID
  unitCodeListVersionID`.split(/\s+/),
)
