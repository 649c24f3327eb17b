import { TIN_PREFIXES } from '#codes/lists.ts'
import type { Finding } from '../reading/element.ts'
import { issuerOf, type PartyFacts, receiverOf } from '../reading/facts.ts'
import type { StoredDocument } from '../world/records.ts'
import type { World } from '../world/world.ts'

/** A well-formed TIN which the simulator pretends not to know. */
export const UNKNOWN_TIN = 'C4040404040'
const GENERAL_TINS = ['EI00000000010', 'EI00000000020', 'EI00000000030', 'EI00000000040']

/**
 * * Prefix, digits without leading zero, a 0 at the end for all but individuals. The authority publishes no
 * pattern; this is the reading of its FAQ of 23 Jul 2026.
 */
export const isWellFormedTin = (tin: string): boolean => {
  if (GENERAL_TINS.includes(tin)) return true
  const [, prefix = '', digits = ''] = /^([A-Z]{1,2})([1-9]\d{7,11})$/.exec(tin) ?? []
  if (!TIN_PREFIXES.has(prefix) || tin.length > 14) return false
  return prefix === 'IG' || digits.endsWith('0')
}

/** Whether a TIN and a registration number may belong together, as far as the simulator can know. */
export const matches = (world: World, party: PartyFacts): boolean => {
  const known = world.taxpayers.get(party.tin)
  return !known || (known.id_type === party.id_type && known.id_value === party.id_value)
}

/** The taxpayer step: both parties' TINs and numbers, and the general TINs. */
export const checkTaxpayers = (world: World, document: StoredDocument): Finding[] => {
  const findings: Finding[] = []
  const { supplier, buyer, consolidated } = document
  const add = (code: string, message: string, role: keyof typeof PATHS): void => {
    findings.push({ code, message, path: `${PATHS[role]}.Party.PartyIdentification.ID` })
  }
  for (const [role, party] of [
    ['supplier', supplier],
    ['buyer', buyer],
  ] as const) {
    if (!isWellFormedTin(party.tin) || party.tin === UNKNOWN_TIN) {
      const code = role === 'buyer' ? 'ERR406' : 'ERR205'
      add(code, `${role === 'buyer' ? 'Buyer' : 'Supplier'} TIN is invalid`, role)
    } else if (!matches(world, party)) {
      const personal = party.id_type === 'NRIC' || party.id_type === 'ARMY'
      add(
        personal ? 'ERR206' : 'ERR205',
        `The ${party.id_type} does not belong to the TIN ${party.tin}`,
        role,
      )
    }
    if (party.tin === 'EI00000000010' && party.id_value === 'NA' && !consolidated) {
      const message = 'General TIN 010 with registration number NA is only allowed with classification 004'
      add('ERR236', message, role)
    }
  }
  if (supplier.tin === 'EI00000000020') {
    add('ERR208', 'General TIN 020 is for buyers only, not for a foreign supplier', 'supplier')
  }
  if (receiverOf(document).name === 'SIM INVALID') {
    add('ERR406', 'Buyer TIN is invalid', receiverOf(document) === buyer ? 'buyer' : 'supplier')
  }
  if (issuerOf(document).tin !== document.caller_tin)
    add('ERR205', 'The issuer is not the submitter', 'supplier')
  return findings
}

const PATHS = {
  supplier: 'Invoice.AccountingSupplierParty',
  buyer: 'Invoice.AccountingCustomerParty',
}
