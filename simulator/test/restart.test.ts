import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, signXml } from './build.ts'
import { envelope, startWorld } from './sender.ts'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'simulator-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

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

  test('survives a line that was torn by a crash', async () => {
    const data_dir = newFolder()
    const first = await startWorld({ data_dir })
    const credentials = await first.register(KINABALU)
    await first.close()
    appendFileSync(path.join(data_dir, 'journal.jsonl'), '{"kind":"taxpayer","taxp')
    const second = await startWorld({ data_dir })
    expect(await second.register(KINABALU)).toEqual(credentials)
    await second.close()
    const third = await startWorld({ data_dir })
    expect(await third.register(KINABALU)).toEqual(credentials)
    await third.close()
  })
})

test('the program says where it listens, answers, and ends cleanly on SIGTERM', async () => {
  const main = path.resolve(import.meta.dirname, '../src/main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_DATA_DIR: newFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { listening } = JSON.parse(String(line))
  expect(listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(`${listening}/healthz`)).json()).toEqual({ status: 'ok' })
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
