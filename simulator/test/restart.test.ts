import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeLine } from '../src/world/lines.ts'
import { buildXml, KINABALU, signXml } from './build.ts'
import { newFolder, startProgram } from './program.ts'
import { envelope, startWorld } from './sender.ts'
import { newAuthority } from './signer.ts'

describe('a restart', () => {
  test('loses nothing: credentials, token, authority, clock, settings, documents, duplicates', async () => {
    const data_dir = newFolder()
    const first = await startWorld({ data_dir })
    const credentials = await first.register(KINABALU)
    const token = await first.login(credentials)
    const signer = await first.certificate(KINABALU)
    const document = signXml(buildXml(), signer)
    const body = envelope([document])
    const { json } = await first.call('POST', '/api/v1.0/documentsubmissions', { token, body })
    const { uuid } = json.acceptedDocuments[0]
    const details = await first.details(token, uuid)
    await first.control('settings', { validation_delay_ms: 3_600_000 }, 'PUT')
    await first.control('clock', { advance_ms: 60_000 })
    const pending = await first.submit(token, [buildXml({ version: '1.0' })])
    const ledger = (await first.call('GET', '/_sim/ledger')).json
    await first.close()

    const second = await startWorld({ data_dir })
    expect((await second.call('GET', '/_sim/ledger')).json).toEqual(ledger)
    expect((await second.details(token, uuid)).json).toEqual(details.json)
    expect((await second.call('GET', `/api/v1.0/documents/${uuid}/raw`, { token })).json.document).toBe(
      document,
    )
    expect((await second.call('GET', '/_sim/clock')).json.offset_ms).toBe(60_000)
    expect(await second.register(KINABALU)).toEqual(credentials)
    const again = await second.call('POST', '/api/v1.0/documentsubmissions', { token, body })
    expect(again.status).toBe(422)
    await second.control('clock', { advance_ms: 3_600_000 - 60_000 })
    const late = await second.login(credentials)
    const pendingUuid = pending.json.acceptedDocuments[0].uuid
    expect((await second.details(late, pendingUuid)).json.status).toBe('Submitted')
    await second.control('clock', { advance_ms: 120_000 })
    expect((await second.details(late, pendingUuid)).json.status).toBe('Valid')
    const signed = await second.submit(late, [
      signXml(buildXml({ issued_at: Date.now() + 3_600_000 }), signer),
    ])
    expect(signed.json.acceptedDocuments).toHaveLength(1)
    await second.close()
  })

  test('keeps the shape of answers and the limits that were set', async () => {
    const data_dir = newFolder()
    const first = await startWorld({ data_dir })
    const chosen = { shape: 'documented', limits: { submit: 5 } }
    await first.control('settings', chosen, 'PUT')
    await first.close()
    const second = await startWorld({ data_dir })
    expect((await second.call('GET', '/_sim/settings')).json).toMatchObject(chosen)
    await second.close()
  })

  test('reads settings of a version that had no shapes', async () => {
    const data_dir = newFolder()
    const { keys } = newAuthority()
    const settings = { validation_delay_ms: 7, rate_limits: false, search_lag_ms: 0, lookup_lag_ms: 0 }
    const lines = [writeLine({ kind: 'keys', keys }), writeLine({ kind: 'settings', settings })]
    writeFileSync(path.join(data_dir, 'journal.jsonl'), Buffer.concat(lines))
    const world = await startWorld({ data_dir, shape: 'documented' })
    const read = (await world.call('GET', '/_sim/settings')).json
    expect(read).toEqual({ ...settings, shape: 'documented', limits: {} })
    await world.close()
  })
})

test('the program answers in the shape that its environment names', async () => {
  const program = await startProgram(newFolder(), { SIMULATOR_SHAPE: 'documented' })
  const { json } = await program.call('GET', '/api/v1.0/nothing')
  expect(json.error).toMatchObject({ errorCode: 'NotFound', innerError: null })
  await program.stop()
}, 60_000)

test('the program says where it listens, answers, and ends cleanly on SIGTERM', async () => {
  const program = await startProgram(newFolder())
  expect(program.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await program.call('GET', '/healthz')).json).toEqual({ status: 'ok' })
  expect(await program.stop()).toBe(0)
  expect(program.said()).toBe('')
}, 60_000)
