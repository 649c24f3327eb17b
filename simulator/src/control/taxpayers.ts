import { randomBytes, randomUUID } from 'node:crypto'
import { ID_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { type Answer, badArgument, ok, type Request, readJsonObject } from '../calls/wire/answer.ts'
import { isWellFormedTin } from '../checks/tins.ts'
import type { Taxpayer } from '../world/records.ts'

const TEXT_MAX = 300
const REPRESENTS_MAX = 100

/**
 * * `POST /_sim/taxpayers {tin, id_type, id_value, name, represents?}`: makes a taxpayer known and gives his
 * ERP credentials. The same TIN keeps its credentials; its other fields are replaced.
 */
export const registerTaxpayer = ({ world, body }: Request): Answer => {
  const fields = readJsonObject(body) ?? {}
  const text = (name: string): string => {
    const value = own(fields, name)
    return typeof value === 'string' && value.length <= TEXT_MAX ? value.trim() : ''
  }
  const tin = text('tin')
  if (!isWellFormedTin(tin)) return badArgument('tin', 'tin must be a well-formed TIN')
  if (!ID_TYPES.has(text('id_type')))
    return badArgument('id_type', 'id_type must be BRN, NRIC, PASSPORT or ARMY')
  if (text('id_value') === '') return badArgument('id_value', 'id_value is required')
  if (text('name') === '') return badArgument('name', 'name is required')
  const represents = readTins(fields.represents)
  if (!represents) return badArgument('represents', 'represents must be a list of TINs')
  const taxpayer: Taxpayer = {
    ...(world.taxpayers.get(tin) ?? newCredentials()),
    tin,
    id_type: text('id_type'),
    id_value: text('id_value'),
    name: text('name'),
    represents,
  }
  world.record({ kind: 'taxpayer', taxpayer })
  const { client_id, client_secret, client_secret_2, qr_code } = taxpayer
  return ok({ client_id, client_secret, client_secret_2, qr_code })
}

const newCredentials = () => ({
  client_id: randomUUID(),
  client_secret: randomBytes(24).toString('base64url'),
  client_secret_2: randomBytes(24).toString('base64url'),
  qr_code: randomUUID(),
})

const readTins = (value: unknown): string[] | undefined => {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > REPRESENTS_MAX) return undefined
  return value.every((tin): tin is string => typeof tin === 'string') ? value : undefined
}
