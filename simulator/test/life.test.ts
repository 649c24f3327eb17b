import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, newNumber, type Signer, signXml } from './build.ts'
import { codesOf, entry, envelope, rejectionCodes, startWorld, type TestWorld } from './sender.ts'

let world: TestWorld
let token: string
let signer: Signer

beforeAll(async () => {
  world = await startWorld()
  token = await world.enter()
  signer = await world.certificate(KINABALU)
})
afterAll(() => world.close())

describe('a document from submission to verdict', () => {
  test('a signed invoice is accepted, validated, and read back byte by byte', async () => {
    const number = newNumber()
    const document = signXml(buildXml({ number, lines: 3 }), signer)
    const answer = await world.submit(token, [document])
    expect(answer.status).toBe(202)
    expect(answer.json.rejectedDocuments).toEqual([])
    const [accepted] = answer.json.acceptedDocuments
    expect(accepted).toEqual({
      uuid: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      invoiceCodeNumber: number,
    })
    expect(accepted.uuid.slice(-10)).toBe(answer.json.submissionUid.slice(-10))

    const details = await world.details(token, accepted.uuid)
    expect(codesOf(details)).toEqual([])
    expect(details.json).toMatchObject({ status: 'Valid', internalId: number, totalPayableAmount: 318 })
    expect(details.json.longId).toMatch(/^[0-9A-Z]{16}[0-9A-Z]{10}[0-9A-Za-z]{6}\d{10}$/)
    expect(details.json.validationResults.validationSteps.at(-1)).toEqual({
      name: 'Step08-Document Signature Validator',
      status: 'Valid',
    })
    const raw = await world.call('GET', `/api/v1.0/documents/${accepted.uuid}/raw`, { token })
    expect(raw.json.document).toBe(document)
  })

  test('get submission tells the overall status and every document', async () => {
    const good = signXml(buildXml(), signer)
    const unsigned = buildXml()
    const { json } = await world.submit(token, [good, unsigned])
    const submission = await world.call('GET', `/api/v1.0/documentsubmissions/${json.submissionUid}`, {
      token,
    })
    expect(submission.json).toMatchObject({ overallStatus: 'Partially Valid', documentCount: 2 })
    expect(submission.json.documentSummary.map((one: { status: string }) => one.status)).toEqual([
      'Valid',
      'Invalid',
    ])
  })

  test('an unsigned 1.1 is invalid with DS301, an unsigned 1.0 has no signature step', async () => {
    const { json } = await world.submit(token, [buildXml(), buildXml({ version: '1.0' })])
    const [unsigned, old] = json.acceptedDocuments
    expect(codesOf(await world.details(token, unsigned.uuid))).toContain('DS301')
    const details = await world.details(token, old.uuid)
    expect(details.json.status).toBe('Valid')
    const names = details.json.validationResults.validationSteps.map((step: { name: string }) => step.name)
    expect(names.filter((name: string) => name.includes('Signature'))).toEqual([])
  })

  test('one bad document does not stop the others', async () => {
    const good = signXml(buildXml(), signer)
    const bad = buildXml({ version: '1.0' }).replace('>46510<', '>46511X<')
    const { status, json } = await world.submit(token, [bad, good])
    expect(status).toBe(202)
    expect(json.acceptedDocuments).toHaveLength(1)
    expect(json.rejectedDocuments).toHaveLength(1)
  })

  test('when every document is rejected the answer is 202 without a submission', async () => {
    const bad = { ...entry(buildXml()), documentHash: '0'.repeat(64) }
    const body = { documents: [bad] }
    const answer = await world.call('POST', '/api/v1.0/documentsubmissions', { token, body })
    expect(answer.status).toBe(202)
    expect(answer.json.submissionUid).toBeNull()
    expect(answer.json.acceptedDocuments).toEqual([])
    expect(answer.json.rejectedDocuments[0].error.details[0].message).toBe('Document hash is not valid.')
    expect(rejectionCodes(answer)).toEqual([null])
  })

  test('the same payload within ten minutes is refused, later it is a duplicate document', async () => {
    const body = envelope([signXml(buildXml(), signer)])
    const first = await world.call('POST', '/api/v1.0/documentsubmissions/', { token, body })
    const again = await world.call('POST', '/api/v1.0/documentsubmissions/', { token, body })
    expect(again.status).toBe(422)
    expect(again.json.error.code).toBe('DuplicateSubmission')
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(500)

    await world.control('clock', { advance_ms: 11 * 60_000 })
    const later = await world.call('POST', '/api/v1.0/documentsubmissions/', { token, body })
    const { uuid } = later.json.acceptedDocuments[0]
    const details = await world.details(token, uuid)
    expect(codesOf(details)).toEqual(['DV302'])
    expect(details.text).toContain(first.json.acceptedDocuments[0].uuid)
    await world.control('clock', { advance_ms: -11 * 60_000 })
  })
})
