import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, signXml } from './build.ts'
import { readSample, SIGNED_SAMPLES, UNSIGNED_SAMPLES } from './samples.ts'
import { startWorld, type TestWorld } from './sender.ts'
import { newAuthority } from './signer.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const verify = async (document: Buffer | string, name = 'document.xml'): Promise<string[]> => {
  const type = name.endsWith('.json') ? 'application/json' : 'application/xml'
  const { status, json } = await world.call('POST', '/_sim/verify', { body: document.toString(), type })
  expect(status).toBe(200)
  return json.map((finding: { code: string }) => finding.code)
}

describe('verify', () => {
  test('our own documents: signed without finding, unsigned 1.0 too, unsigned 1.1 with DS301', async () => {
    const signer = newAuthority().issue()
    expect(await verify(signXml(buildXml({ lines: 20 }), signer))).toEqual([])
    expect(await verify(buildXml({ version: '1.0' }))).toEqual([])
    expect(await verify(buildXml())).toEqual(['DS301'])
    expect(await verify('<Invoice')).toEqual(['DS300'])
    expect(await verify('{', 'a.json')).toEqual(['DS300'])
  })

  test('a version text changed to an unsigned version does not hide the signature', async () => {
    const signed = signXml(buildXml(), newAuthority().issue())
    expect(await verify(signed.replace('listVersionID="1.1"', 'listVersionID="1.0"'))).toContain('DS322')
  })

  test('the official samples are genuine', async () => {
    for (const name of [...SIGNED_SAMPLES, ...UNSIGNED_SAMPLES]) {
      expect(await verify(readSample(name), name), name).toEqual([])
    }
  })

  test('any changed letter or digit of an official sample is noticed', async () => {
    for (const name of SIGNED_SAMPLES) {
      const text = readSample(name).toString()
      // The one text under no digest that is not compared.
      const subject = /X509SubjectName":\s*\[\s*\{\s*"_":\s*"[^"]*"/.exec(text) ?? { index: -1, 0: '' }
      for (let at = 60; at < text.length; at += 611) {
        const place = at + text.slice(at).search(/[A-Za-z0-9]/)
        if (place >= subject.index && place < subject.index + subject[0].length) continue
        const changed = `${text.slice(0, place)}${text[place] === '7' ? '8' : '7'}${text.slice(place + 1)}`
        expect(await verify(changed, name), `${name} at ${place}`).not.toEqual([])
      }
    }
  })
})
