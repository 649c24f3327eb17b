import { ID_TYPES } from '#codes/lists.ts'
import { isInForce } from '../checks/rules.ts'
import { matches } from '../checks/taxpayers.ts'
import { isWellFormedTin, UNKNOWN_TIN } from '../checks/tins.ts'
import type { Taxpayer } from '../world/records.ts'
import { type Answer, type AuthorizedRequest, badArgument, notFound, ok } from './wire/answer.ts'

const QUERY_MAX = 300

/**
 * `GET /taxpayer/validate/{tin}?idType&idValue`: 200 without body when the pair matches. A TIN that nobody
 * registered matches any number (but no longer `NA`), the reserved unknown TIN none.
 */
export const validateTin = ({ world, params, query }: AuthorizedRequest): Answer => {
  const { idType = '', idValue = '' } = query
  const tin = params.tin ?? ''
  if (!isWellFormedTin(tin)) return badArgument('tin', 'The TIN is malformed')
  if (!ID_TYPES.has(idType)) return badArgument('idType', 'idType must be BRN, NRIC, PASSPORT or ARMY')
  if (idValue === '' || idValue.length > QUERY_MAX) return badArgument('idValue', 'idValue is required')
  const stated = idValue !== 'NA' || idType === 'PASSPORT' || !isInForce('realNumbers', world.now())
  const party = { tin, id_type: idType, id_value: idValue, name: '' }
  const matched = tin !== UNKNOWN_TIN && stated && matches(world, party)
  return matched ? { status: 200 } : notFound()
}

const INCONCLUSIVE =
  'Search criteria in not conclusive and more than one TIN can be found to match the search criteria ' +
  'provided, please revise the search criteria.'

/** `GET /taxpayer/search/tin`: among registered taxpayers; two hits are refused with a bare JSON string. */
export const searchTin = ({ world, query }: AuthorizedRequest): Answer => {
  const { idType, idValue, taxpayerName, fileType } = query
  const byId = idType !== undefined && idValue !== undefined
  if (!taxpayerName && !byId) return badArgument('taxpayerName', 'A name, or idType and idValue, is required')
  if (fileType !== undefined && fileType !== '1' && fileType !== '2') {
    return badArgument('fileType', 'fileType must be 1 or 2')
  }
  const wanted = (one: Taxpayer): boolean =>
    (!byId || (one.id_type === idType && one.id_value === idValue)) &&
    (!taxpayerName || one.name.toLowerCase() === taxpayerName.toLowerCase()) &&
    (fileType === undefined || (fileType === '1') === one.tin.startsWith('IG'))
  const hits = [...world.taxpayers.values()].filter(wanted)
  const [only] = hits
  if (!only) return notFound()
  return hits.length > 1 ? { status: 400, body: INCONCLUSIVE } : ok({ tin: only.tin })
}

/** `GET /taxpayers/qrcodeinfo/{guid}`: a registered taxpayer by the GUID in his QR code. */
export const readQrCode = ({ world, params }: AuthorizedRequest): Answer => {
  const taxpayer = [...world.taxpayers.values()].find((one) => one.qr_code === params.code)
  if (!taxpayer) return notFound()
  return ok({
    tin: taxpayer.tin,
    name: taxpayer.name,
    idType: taxpayer.id_type,
    idNumber: taxpayer.id_value,
    sst: 'NA',
    email: 'accounts@example.com',
    contactNumber: '+60312345678',
    ttx: 'NA',
    businessActivityDescriptionBM: 'TIDAK BERKENAAN',
    businessActivityDescriptionEN: 'NOT APPLICABLE',
    msic: '00000',
    addressLine0: 'Jalan Simulator 1',
    addressLine1: '',
    addressLine2: '',
    postalZone: '50480',
    city: 'Kuala Lumpur',
    state: 'WILAYAH PERSEKUTUAN KUALA LUMPUR',
    country: 'MALAYSIA',
    generatedTimestamp: new Date(world.now()).toISOString().slice(0, 19),
  })
}
