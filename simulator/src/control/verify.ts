import { type Answer, ok, type Request } from '../calls/wire/answer.ts'
import { isSigned } from '../checks/entry.ts'
import { checkStructure } from '../checks/structure.ts'
import { child, type Finding, type ReadDocument, UnreadableDocument } from '../reading/element.ts'
import { readFacts } from '../reading/facts.ts'
import { readJson } from '../reading/read-json.ts'
import { readXml } from '../reading/read-xml.ts'
import { checkSignature } from '../signature/verify.ts'

/**
 * `POST /_sim/verify` with the raw document as body (JSON by content type, else XML): the findings of
 * structure, by the rules of the simulator's day, and of the signature. Nothing that needs known taxpayers or trust:
 * official samples carry expired trial certificates.
 */
export const verifyDocument = ({ world, body, headers }: Request): Answer => {
  const json = (headers['content-type'] ?? '').toLowerCase().includes('json')
  return ok(findingsOf(body, { read: json ? readJson : readXml, now: world.now() }))
}

type Reading = { read: (bytes: Buffer) => ReadDocument; now: number }

const findingsOf = (bytes: Buffer, { read, now }: Reading): Finding[] => {
  try {
    const document = read(bytes)
    // A signature on an unsigned version is checked too, so that a changed version text is noticed here.
    const signed = isSigned(readFacts(document.root).version) || child(document.root, 'UBLExtensions')
    return [...checkStructure(document, now), ...(signed ? checkSignature(document) : [])]
  } catch (error) {
    if (error instanceof UnreadableDocument) return [{ code: 'DS300', message: error.message, path: '' }]
    throw error
  }
}
