import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, SELAT } from '../../../test/build.ts'
import { buildJson } from '../../../test/build-json.ts'
import { codesOf, entry, startWorld, type TestWorld } from '../../../test/sender.ts'
import { ANSWER_SHAPES, type Shape } from '../../world/records.ts'

const API = '/api/v1.0'
const SDK = 'https://sdk.myinvois.hasil.gov.my/documentvalidationrules'

type Side = { world: TestWorld; token: string; buyer: string }
const sides = new Map<Shape, Side>()
const side = (shape: Shape): Side => {
  const found = sides.get(shape)
  if (!found) throw new Error(`No ${shape} simulator runs`)
  return found
}

beforeAll(async () => {
  for (const shape of ANSWER_SHAPES) {
    const world = await startWorld({ shape })
    sides.set(shape, { world, token: await world.enter(), buyer: await world.enter(SELAT) })
  }
})
afterAll(async () => {
  for (const { world } of sides.values()) await world.close()
})

const unsigned = (more: Parameters<typeof buildXml>[0] = {}) => buildXml({ version: '1.0', ...more })

/** Submits one document to both; answers what each said of it. */
const send = async (shape: Shape, document: string) => {
  const { world, token } = side(shape)
  return (await world.submit(token, [document])).json
}
const accepted = async (shape: Shape, document = unsigned()): Promise<string> =>
  (await send(shape, document)).acceptedDocuments[0].uuid

const change = (shape: Shape, uuid: string, as: 'token' | 'buyer', status: string) =>
  side(shape).world.call('PUT', `${API}/documents/state/${uuid}/state`, {
    token: side(shape)[as],
    body: { status, reason: 'Wrong' },
  })

/** The published standard error. */
const standard = (code: string | null, target: string | null, innerError: unknown = null) => ({
  propertyName: target,
  propertyPath: null,
  errorCode: code,
  error: expect.any(String),
  errorMS: expect.any(String),
  target,
  innerError,
})

describe('the wrong party asks for a rejection', () => {
  test('recorded: access is denied to the update, and one detail says why', async () => {
    const denied = {
      error: {
        code: 'AccessDenied',
        message: 'The document cannot be cancelled or requested for rejection',
        target: 'Update Document Status',
        details: [
          {
            code: 'Forbidden',
            target: 'Document.UUID',
            message: 'It seems that you are not authorized to update document status',
          },
        ],
      },
    }
    const { status, json } = await change('recorded', await accepted('recorded'), 'token', 'rejected')
    expect([status, json]).toEqual([403, denied])
    // A stranger's document is refused in the same words.
    const { world } = side('recorded')
    const stranger = await world.enter({ ...SELAT, tin: 'C55555555550', id_value: '201001010101' })
    const foreign = await world.call('PUT', `${API}/documents/state/${await accepted('recorded')}/state`, {
      token: stranger,
      body: { status: 'cancelled', reason: 'Mine' },
    })
    expect([foreign.status, foreign.json]).toEqual([403, denied])
  })

  test('documented: a standard error, and a stranger sees nothing', async () => {
    const { status, json } = await change('documented', await accepted('documented'), 'token', 'rejected')
    expect([status, json]).toEqual([403, { error: standard('Forbidden', null) }])
    const { world } = side('documented')
    const stranger = await world.enter({ ...SELAT, tin: 'C55555555550', id_value: '201001010101' })
    const path = `${API}/documents/state/${await accepted('documented')}/state`
    const body = { status: 'cancelled', reason: 'Mine' }
    expect(await world.call('PUT', path, { token: stranger, body })).toMatchObject({
      status: 404,
      json: { error: standard('NotFound', null) },
    })
  })
})

describe('a state that does not allow the change', () => {
  test('recorded: no target, and details of three keys that repeat the code', async () => {
    const uuid = await accepted('recorded')
    await change('recorded', uuid, 'token', 'cancelled')
    const { status, json } = await change('recorded', uuid, 'token', 'cancelled')
    const message = 'The document is Cancelled'
    expect([status, json.error]).toEqual([
      400,
      {
        code: 'IncorrectState',
        message,
        target: null,
        details: [{ code: 'IncorrectState', target: 'status', message }],
      },
    ])
  })

  test('documented: the same as inner error', async () => {
    const uuid = await accepted('documented')
    await change('documented', uuid, 'token', 'cancelled')
    const { json } = await change('documented', uuid, 'token', 'cancelled')
    expect(json.error).toEqual(standard('IncorrectState', null, [standard('IncorrectState', 'status')]))
  })
})

describe('a submission that is refused as a whole', () => {
  const post = (shape: Shape, body: object) =>
    side(shape).world.call('POST', `${API}/documentsubmissions`, { token: side(shape).token, body })

  test('recorded: nothing but a detail of three keys speaks', async () => {
    const { status, json } = await post('recorded', { documents: [] })
    const message = expect.stringMatching(/^Invalid structured submission\. .* Correlation Id: 0HN/)
    const details = [{ code: 'submission', target: 'submission', message }]
    expect([status, json]).toEqual([
      400,
      { error: { code: 'ValidationError', message: null, target: null, details } },
    ])
  })

  test('documented: a standard error', async () => {
    const { json } = await post('documented', { documents: [] })
    expect(json.error).toMatchObject({
      errorCode: 'ValidationError',
      innerError: [{ errorCode: 'submission' }],
    })
  })
})

describe('a rejected document', () => {
  const json = buildJson({ number: 'INV-S', version: '1.0' })
  const bad = json
    .replace('"DocumentCurrencyCode":[', '"DocumentCurrencyCode":null,"Mood":[')
    .replace('"PayableAmount":[{"_":106.00', '"PayableAmount":[{"_":"106.00"')

  test('recorded: what the schema says stands in one text of many lines, under the code 3', async () => {
    const { submissionUid, rejectedDocuments } = await send('recorded', bad)
    expect(submissionUid).toBeNull()
    const message = [
      'ArrayItemNotValid: #/Invoice[0]',
      '{',
      '  ArrayExpected: #/Invoice[0].DocumentCurrencyCode',
      '  NoAdditionalPropertiesAllowed: #/Invoice[0].Mood',
      '  ArrayItemNotValid: #/Invoice[0].LegalMonetaryTotal[0]',
      '  {',
      '    ArrayItemNotValid: #/Invoice[0].LegalMonetaryTotal[0].PayableAmount[0]',
      '    {',
      '      NumberExpected: #/Invoice[0].LegalMonetaryTotal[0].PayableAmount[0]._',
      '    }',
      '    ',
      '  }',
      '  ',
      '}',
      '',
    ].join('\n')
    expect(rejectedDocuments).toEqual([
      {
        invoiceCodeNumber: 'INV-S',
        error: {
          code: '3',
          message: 'Validation Error',
          target: 'INV-S',
          propertyPath: null,
          details: [{ code: null, message, target: '[0]', propertyPath: '#/Invoice[0]', details: null }],
        },
      },
    ])
  })

  test('recorded: what is beside the invoice is a detail of its own; other faults have no code 3', async () => {
    const beside = await send('recorded', json.replace('"Invoice":', '"Signature":[],"Invoice":'))
    expect(beside.rejectedDocuments[0].error).toMatchObject({
      code: null,
      details: [{ code: null, message: 'NoAdditionalPropertiesAllowed: #/Signature' }],
    })
    const { world, token } = side('recorded')
    const body = { documents: [{ ...entry(unsigned()), documentHash: '0'.repeat(64) }] }
    const hash = await world.call('POST', `${API}/documentsubmissions`, { token, body })
    expect(hash.json.rejectedDocuments[0].error).toMatchObject({
      code: null,
      details: [{ code: null, message: 'Document hash is not valid.', target: 'documentHash' }],
    })
  })

  test('documented: a standard error with one inner error for each fault', async () => {
    const { rejectedDocuments } = await send('documented', bad)
    const { innerError, ...error } = rejectedDocuments[0].error
    expect(error).toMatchObject({ errorCode: 'ValidationError', target: 'INV-S' })
    expect(innerError.map((one: { error: string }) => one.error)).toEqual([
      'ArrayExpected: #/Invoice[0].DocumentCurrencyCode',
      'NoAdditionalPropertiesAllowed: #/Invoice[0].Mood',
      'NumberExpected: #/Invoice[0].LegalMonetaryTotal[0].PayableAmount[0]._',
    ])
  })
})

describe('the summary of a submission', () => {
  const summary = async (shape: Shape, documents: string[], delay_ms = 0) => {
    const { world, token } = side(shape)
    await world.control('settings', { validation_delay_ms: delay_ms }, 'PUT')
    const { submissionUid } = (await world.submit(token, documents)).json
    await world.control('settings', { validation_delay_ms: 0 }, 'PUT')
    return (await world.call('GET', `${API}/documentsubmissions/${submissionUid}`, { token })).json
  }
  const good = () => unsigned()
  const bad = () => unsigned({ buyer: { ...SELAT, name: 'SIM INVALID' } })

  test.each<[Shape, string[]]>([
    ['documented', ['in progress', 'valid', 'partially valid', 'invalid']],
    ['recorded', ['InProgress', 'Valid', 'Partially Valid', 'Invalid']],
  ])('%s: spells the overall status so', async (shape, spelled) => {
    const overall = [
      await summary(shape, [good()], 60_000),
      await summary(shape, [good()]),
      await summary(shape, [good(), bad()]),
      await summary(shape, [bad()]),
    ]
    expect(overall.map((one) => one.overallStatus)).toEqual(spelled)
  })

  test('names versions and statuses of documents in its own way, and instants by the second', async () => {
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const of = async (shape: Shape) => summary(shape, [good(), buildXml()])
    const recorded = await of('recorded')
    expect(recorded).toMatchObject({
      dateTimeReceived: instant,
      documentSummary: [
        {
          typeVersionName: 'Version 1',
          status: 'Valid',
          dateTimeReceived: instant,
          dateTimeValidated: instant,
        },
        { typeVersionName: 'Version 2', status: 'Invalid' },
      ],
    })
    expect(await of('documented')).toMatchObject({
      dateTimeReceived: instant,
      documentSummary: [
        { typeVersionName: '1.0', status: 'valid' },
        { typeVersionName: '1.1', status: 'invalid' },
      ],
    })
  })

  test('raw spells the long id with a capital D as recorded', async () => {
    const keys = async (shape: Shape) => {
      const { world, token } = side(shape)
      const uuid = await accepted(shape)
      const { json } = await world.call('GET', `${API}/documents/${uuid}/raw`, { token })
      return Object.keys(json).filter((key) => key.toLowerCase() === 'longid')
    }
    expect([await keys('recorded'), await keys('documented')]).toEqual([['longID'], ['longId']])
  })
})

test.each(ANSWER_SHAPES)('%s: a valid step has no error, or none but null', async (shape) => {
  const { json } = await side(shape).world.details(side(shape).token, await accepted(shape))
  const [step] = json.validationResults.validationSteps
  expect(Object.keys(step)).toEqual(['name', 'status', ...(shape === 'documented' ? ['error'] : [])])
})

describe('a finding of the background', () => {
  const state17 = unsigned().replace(/(<cac:AccountingCustomerParty>.*?)>14</, '$1>17<')
  const stepOf = async (shape: Shape, document: string, name: string) => {
    const { world, token } = side(shape)
    const details = await world.details(token, await accepted(shape, document))
    const steps: { name: string; error?: { innerError: object[] } }[] =
      details.json.validationResults.validationSteps
    return steps.find((step) => step.name.includes(name))?.error
  }

  test('recorded: the step only says that it failed; code, link, both languages and XPath stand inside', async () => {
    expect(await stepOf('recorded', state17, 'Code')).toEqual({
      propertyName: null,
      propertyPath: null,
      errorCode: 'Error04',
      error: 'Step04-Invalid Code Field Validator',
      errorMs: 'Step04-Pengesah Medan Kod Tidak Sah',
      innerError: [
        {
          propertyName: 'State',
          propertyPath:
            '/ubl:Invoice/cac:AccountingCustomerParty/cac:Party/cac:PostalAddress/cbc:CountrySubentityCode',
          errorCode: 'CV317',
          error:
            'State Code 17 should be used for Consolidated e-Invoice and non-Malaysian address only - Buyer. ' +
            `Please refer to ${SDK}/code-validator-error/#CV317`,
          errorMs:
            'Kod Negeri 17 hendaklah digunakan untuk e-Invois yang disatukan dan alamat selain Malaysia ' +
            `sahaja. - Pembeli. Sila rujuk ${SDK}/code-validator-error/#CV317`,
          innerError: null,
        },
      ],
    })
  })

  test('recorded: of a JSON document it names the path as JSONPath', async () => {
    const json = buildJson({ version: '1.0', buyer: SELAT })
    const foreign = json.replace(/("AccountingCustomerParty".*?"_":")14"/, '$117"')
    expect(foreign).not.toBe(json)
    expect(await stepOf('recorded', foreign, 'Code')).toMatchObject({
      innerError: [
        {
          propertyPath:
            '$.Invoice[*].AccountingCustomerParty[*].Party[*].PostalAddress[*].CountrySubentityCode[*]._',
        },
      ],
    })
  })

  test('documented: no link, and the document’s own path', async () => {
    expect(await stepOf('documented', state17, 'Code')).toMatchObject({
      errorCode: 'Error04',
      errorMS: 'Step04-Pengesah Medan Kod Tidak Sah',
      innerError: [
        {
          propertyPath: 'document.Invoice.AccountingCustomerParty.Party.PostalAddress.CountrySubentityCode',
          error: expect.not.stringContaining('http'),
        },
      ],
    })
  })

  test('recorded: the taxpayer step has its own page and its own Malay words', async () => {
    const { world, token } = side('recorded')
    const buyer = { ...SELAT, tin: 'C4040404040' }
    const details = await world.details(token, await accepted('recorded', unsigned({ buyer })))
    expect(codesOf(details)).toEqual(['ERR406'])
    expect(details.text).toContain('TIN pembeli tidak sah')
    expect(details.text).toContain(`${SDK}/taxpayer-validator-error/#ERR406`)
  })
})
