import { startSimulator } from '../../simulator/src/start.ts'

/** What the simulator's trial authority hands out for one taxpayer. */
export type TrialCertificate = {
  pkcs12_base64: string
  password: string
  certificate_pem: string
  private_key_pem: string
}

export type Finding = { code: string; message: string; path: string }

/** A simulator in this process that keeps nothing: it issues certificates and examines signed documents. */
export const startTrialAuthority = async () => {
  const simulator = await startSimulator({ validation_delay_ms: 0 })
  const post = async (path: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
    const headers = { 'content-type': type }
    const reply = await fetch(`${simulator.url}/_sim/${path}`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    return reply.json()
  }
  return {
    close: () => simulator.close(),
    // `as`: the shapes are those of the simulator's README; a test that gets another one fails on what it asserts.
    issue: async (subject: { tin: string; brn: string; name: string }) =>
      (await post('certificates', 'application/json', JSON.stringify(subject))) as TrialCertificate,
    verify: async (bytes: Uint8Array) =>
      (await post('verify', 'application/xml', new Uint8Array(bytes))) as Finding[],
  }
}
