import { isSelfBilled, type Party, supplierOf, type TaxDocument } from '../documents/document.ts'
import { filled, type Xml, xml } from './xml.ts'

/** The seller with its industry (MyInvois field table "Parties": MSIC code and activity are the supplier's). */
export const supplierParty = (document: TaxDocument): Xml => {
  const party = supplierOf(document)
  // Of a supplier that is not the issuer they may not be known, which is said so (reference §10).
  const unknown = isSelfBilled(document.invoice_type) ? { code: '00000', activity: 'NA' } : null
  const code = filled(party.msic_code) ?? unknown?.code
  const activity = filled(party.business_description) ?? unknown?.activity
  return xml`
  <cac:AccountingSupplierParty>
    <cac:Party>
      <cbc:IndustryClassificationCode name="${activity ?? ''}">${code}</cbc:IndustryClassificationCode>
      ${partyDetails(party)}
    </cac:Party>
  </cac:AccountingSupplierParty>`
}

export const customerParty = (party: Party): Xml => xml`
  <cac:AccountingCustomerParty><cac:Party>${partyDetails(party)}</cac:Party></cac:AccountingCustomerParty>`

const partyDetails = (party: Party): Xml => xml`
  ${identification('TIN', party.tin_no)}
  ${registration(party)}
  ${identification('SST', party.sst_no || 'NA')}
  ${identification('TTX', party.ttx_no || 'NA')}
  <cac:PostalAddress>
    <cbc:CityName>${party.city}</cbc:CityName>
    ${filled(party.zipcode) && xml`<cbc:PostalZone>${party.zipcode}</cbc:PostalZone>`}
    <cbc:CountrySubentityCode>${party.state}</cbc:CountrySubentityCode>
    ${addressLines(party)}
    <cac:Country>
      <cbc:IdentificationCode listAgencyID="6" listID="ISO3166-1">${party.country}</cbc:IdentificationCode>
    </cac:Country>
  </cac:PostalAddress>
  <cac:PartyLegalEntity>
    <cbc:RegistrationName>${party.name}</cbc:RegistrationName>
  </cac:PartyLegalEntity>
  <cac:Contact>
    <cbc:Telephone>${party.contact_number}</cbc:Telephone>
    ${filled(party.email) && xml`<cbc:ElectronicMail>${party.email}</cbc:ElectronicMail>`}
  </cac:Contact>`

const identification = (scheme: string, value: string): Xml => xml`
  <cac:PartyIdentification><cbc:ID schemeID="${scheme}">${value}</cbc:ID></cac:PartyIdentification>`

/** A party without a number (general public, government) is sent as a BRN that reads NA (reference §11). */
const registration = (party: Party): Xml =>
  party.identity_type === 'NA'
    ? identification('BRN', 'NA')
    : identification(party.identity_type, party.identity_number)

const addressLines = (party: Party): Xml[] =>
  [party.address1, party.address2, party.address3]
    .filter((line) => filled(line))
    .map((line) => xml`<cac:AddressLine><cbc:Line>${line}</cbc:Line></cac:AddressLine>`)
