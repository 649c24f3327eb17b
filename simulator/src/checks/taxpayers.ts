import type { Finding } from '../reading/element.ts'
import { isSelfBilled, issuerOf, type PartyFacts, receiverOf } from '../reading/facts.ts'
import type { StoredDocument } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { isInForce } from './rules.ts'
import { GENERAL, isGeneralTin, isWellFormedTin, UNKNOWN_NRIC, UNKNOWN_TIN } from './tins.ts'

/** Whether a TIN and a registration number may belong together, as far as the simulator can know. */
export const matches = (world: World, party: PartyFacts): boolean => {
  const known = world.taxpayers.get(party.tin)
  return !known || (known.id_type === party.id_type && known.id_value === party.id_value)
}

type Judging = { world: World; document: StoredDocument; role: keyof typeof PATHS; party: PartyFacts }
type Fault = Pick<Finding, 'code' | 'message'> | undefined

/** The taxpayer step: both parties' TINs and numbers, and the general TINs, by the rules of the day of receipt. */
export const checkTaxpayers = (world: World, document: StoredDocument): Finding[] => {
  const findings: Finding[] = []
  const { supplier, buyer } = document
  const add = (fault: Fault, role: keyof typeof PATHS): void => {
    if (fault) findings.push({ ...fault, path: `${PATHS[role]}.Party.PartyIdentification.ID` })
  }
  for (const [role, party] of [
    ['supplier', supplier],
    ['buyer', buyer],
  ] as const) {
    const judging = { world, document, role, party }
    add(faultOfTin(judging) ?? faultOfNumber(judging), role)
  }
  add(faultOfConsolidation(document), 'buyer')
  if (supplier.tin === GENERAL.foreign_buyer) {
    add(
      { code: 'ERR208', message: 'General TIN 020 is for buyers only, not for a foreign supplier' },
      'supplier',
    )
  }
  if (receiverOf(document).name === 'SIM INVALID') {
    add(UNKNOWN_BUYER, receiverOf(document) === buyer ? 'buyer' : 'supplier')
  }
  if (issuerOf(document).tin !== document.caller_tin) {
    add({ code: 'ERR205', message: 'The issuer is not the submitter' }, 'supplier')
  }
  return findings
}

const UNKNOWN_BUYER = {
  code: 'ERR406',
  message: 'Buyer TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
}

const faultOfTin = ({ role, party }: Judging): Fault => {
  if (isWellFormedTin(party.tin) && party.tin !== UNKNOWN_TIN) return undefined
  return role === 'buyer' ? UNKNOWN_BUYER : { code: 'ERR205', message: 'Supplier TIN is invalid' }
}

const faultOfNumber = (judging: Judging): Fault => {
  const { world, party } = judging
  const { tin, id_type, id_value } = party
  if (id_value === 'NA') return faultOfAbsence(judging)
  const person = id_type === 'NRIC' || id_type === 'ARMY'
  const unstated = tin.startsWith('IG') && id_value === UNKNOWN_NRIC
  if (matches(world, party) || unstated) return undefined
  return {
    code: person ? 'ERR206' : 'ERR205',
    message: `The ${id_type} does not belong to the TIN ${tin}`,
  }
}

/**
 * `NA` instead of a number. The public may have none in a consolidated document only. The official texts let
 * government bodies and foreign suppliers go without, and the supplier of a self-billed invoice; they speak of BRN
 * and NRIC, so that a passport may be `NA` too.
 */
const faultOfAbsence = ({ document, role, party }: Judging): Fault => {
  const { tin, id_type } = party
  if (tin === GENERAL.public) {
    return document.consolidated
      ? undefined
      : {
          code: 'ERR236',
          message: 'General TIN 010 with registration number NA is only allowed with classification 004',
        }
  }
  const spared = tin === GENERAL.government || tin === GENERAL.foreign_supplier || id_type === 'PASSPORT'
  const optional = document.type_code === '11' && role === 'supplier'
  const consolidated = document.consolidated && isGeneralTin(tin)
  if (spared || optional || consolidated || !isInForce('realNumbers', document.received_at)) return undefined
  const message = isGeneralTin(tin)
    ? 'Where a general TIN is provided, NA is not allowed for an individual e-Invoice'
    : `NA is not allowed as the ${id_type} of the TIN ${tin}`
  return { code: 'ERR205', message }
}

/** A buyer of his own does not go with classification 004, nor does the public with a number that is no NRIC. */
const faultOfConsolidation = ({ buyer, consolidated, type_code }: StoredDocument): Fault => {
  if (isSelfBilled(type_code)) return undefined
  const general = isGeneralTin(buyer.tin)
  const named = consolidated && !general
  const numbered = !consolidated && buyer.tin === GENERAL.public && buyer.id_value !== 'NA'
  if (!named && !(numbered && buyer.id_type !== 'NRIC' && buyer.id_type !== 'ARMY')) return undefined
  return {
    code: 'ERR245',
    message:
      'Only General TIN (010) goes with classification 004, and with an NRIC on an individual e-Invoice',
  }
}

const PATHS = {
  supplier: 'Invoice.AccountingSupplierParty',
  buyer: 'Invoice.AccountingCustomerParty',
}
