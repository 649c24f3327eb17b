import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildXml, SELAT } from './build.ts'
import { newFolder, type Program, runProgram, startProgram } from './program.ts'
import { startWorld } from './sender.ts'

const folder = newFolder()
let program: Program
let token: string

beforeAll(async () => {
  program = await startProgram(folder)
  token = await program.enter()
}, 60_000)
afterAll(() => program.close())

const sizeOf = (name: string) => statSync(path.join(folder, name)).size
const call = async (method: string, address: string, body?: object) =>
  program.call(method, address, { token, ...(body && { body }) })
const ledger = async () => (await call('GET', '/_sim/ledger')).json
const sentences = () => program.said().split('\n').filter(Boolean)

test('an event that does not fit is refused, nothing of it is left, and later it fits again', async () => {
  const before = sizeOf('journal.jsonl')
  program.limitFiles(before + 30)
  for (const _ of [1, 2]) {
    expect((await call('POST', '/_sim/taxpayers', SELAT)).status).toBe(503)
    expect(sizeOf('journal.jsonl')).toBe(before)
  }
  expect((await call('GET', `/api/v1.0/taxpayer/search/tin?taxpayerName=${SELAT.name}`)).status).toBe(404)
  expect(sentences()).toEqual([expect.stringContaining(path.join(folder, 'journal.jsonl'))])

  program.limitFiles(undefined)
  expect((await call('POST', '/_sim/taxpayers', SELAT)).status).toBe(200)
  expect(sentences()).toHaveLength(2)
})

test('a document whose bytes do not fit is not accepted, and none of its submission stay behind', async () => {
  const { json } = await program.submit(token, [buildXml({ version: '1.0', lines: 100 })])
  await program.details(token, json.acceptedDocuments[0].uuid)
  const before = { bodies: sizeOf('documents.bin'), ledger: await ledger() }
  const documents = [buildXml({ version: '1.0' }), buildXml({ version: '1.0', lines: 90 })]
  // The first body fits, the second one comes short.
  program.limitFiles(before.bodies + Buffer.byteLength(documents[0] ?? '') + 50)
  expect((await program.submit(token, documents)).status).toBe(503)
  expect(sizeOf('documents.bin')).toBe(before.bodies)
  expect(await ledger()).toEqual(before.ledger)

  program.limitFiles(undefined)
  const accepted = (await program.submit(token, documents)).json.acceptedDocuments
  expect(accepted).toHaveLength(2)
  for (const [at, { uuid }] of accepted.entries()) {
    await program.details(token, uuid)
    expect((await call('GET', `/api/v1.0/documents/${uuid}/raw`)).json.document).toBe(documents[at])
  }
})

test('a verdict that cannot be written is given later', async () => {
  await program.control('settings', { validation_delay_ms: 60_000 }, 'PUT')
  const { uuid } = (await program.submit(token, [buildXml({ version: '1.0' })])).json.acceptedDocuments[0]
  await program.control('clock', { advance_ms: 120_000 })
  program.limitFiles(sizeOf('journal.jsonl') + 30)
  expect((await program.details(token, uuid)).status).toBe(503)
  program.limitFiles(undefined)
  expect((await program.details(token, uuid)).json.status).toBe('Valid')
})

test('what it wrote before, between and after opens again without a broken line', async () => {
  const before = await ledger()
  await program.close()
  const said: string[] = []
  const again = await startWorld({ data_dir: folder, say: (sentence) => said.push(sentence) })
  expect((await again.call('GET', '/_sim/ledger')).json).toEqual(before)
  expect(said).toEqual([])
  expect(readFileSync(path.join(folder, 'journal.jsonl'), 'utf8')).toMatch(/\n$/)
  await again.close()
})

test('a first start that cannot write ends with one sentence that names the file and the remedy', async () => {
  const data_dir = newFolder()
  const { code, said } = await runProgram(data_dir, ['prlimit', '--fsize=10'])
  expect(code).toBe(1)
  expect(said.split('\n')).toEqual([expect.stringMatching(/journal\.jsonl \(EFBIG.*\): make space/), ''])
}, 60_000)
