import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { checkDocument, warningsOf } from '#domain/checks/all.ts'
import { calculate } from '#domain/documents/totals.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { buildInvoice } from '#domain/ubl/invoice.ts'
import { ISSUED_AT, readFixtures } from '../../domain/test/fixtures.ts'
import { startSimulator } from '../../simulator/src/start.ts'
import { createAuthority } from '../src/authority/calls/client.ts'
import type { OutgoingDocument } from '../src/authority/calls/submission-body.ts'
import { createSigner, signInvoice } from '../src/authority/signing/sign.ts'
import type { Credentials } from '../src/authority/wire/credentials.ts'
import { places } from '../src/authority/wire/environments.ts'
import { ask } from '../src/entities/access/equip.ts'
import { fixedClock } from '../src/platform/clock/fixtures/fixed-clock.ts'
import { type Mutation, mutationsOf } from './calls/mutations.ts'

/** Where our checks refuse what the simulator accepts, and why they should. */
const STRICTER: Record<string, string> = {
  'DOC-HEAD-01': 'the simulator trims codes; we send them as they are listed',
  'DOC-HEAD-03': 'our own date; the issue date that goes out is stamped at sending',
  'DOC-HEAD-06': 'a UUID of another form names no document: refused in the background (DR301)',
  'DOC-HEAD-07': 'no number is longer than 50 characters, so no original has such a number',
  'DOC-HEAD-08': 'a period has two ends, and ends after it starts',
  'DOC-HEAD-10': 'kept and printed by us, not sent',
  'DOC-HEAD-11': 'a payload that says two things',
  'DOC-HEAD-12': 'also in texts that are only printed',
  'DOC-HEAD-13': 'numbering and scope need a store code; it is not sent',
  'DOC-HEAD-14': 'kept and printed by us, not sent',
  'DOC-PARTY-02': 'refused in the background (ERR205, ERR406)',
  'DOC-PARTY-03':
    'NA belongs to general TINs (UBL guideline §6); type 11 may lack a number, then NA stands for it',
  'DOC-PARTY-04':
    'address line 1 is mandatory, also where line 2 could take its place; so is all of it for the public',
  'DOC-PARTY-06': 'five digits or nothing (FAQ); NA is named for address lines only',
  'DOC-PARTY-08': 'RFC 5321: a domain has at most 255 characters and no empty part',
  'DOC-PARTY-11': 'refused in the background (ERR208)',
  'DOC-PARTY-12': 'refused in the background (ERR236)',
  'DOC-PARTY-15': 'refused in the background (ERR205)',
  'DOC-PARTY-16': 'refused in the background (ERR237, ERR245)',
  'DOC-LINE-03':
    'length in UTF-16 units, the way of the authority’s platform; the simulator counts code points',
  'DOC-LINE-04': 'the simulator leaves amounts to the sender; a sale of nothing is a slip',
  'DOC-LINE-05': 'the form always sends a unit',
  'DOC-LINE-06': 'the simulator leaves amounts to the sender',
  'DOC-LINE-07': 'a rate that is not sent, on a line that carries no tax',
  'DOC-LINE-08': 'an exemption states its reason (field table 3.3)',
  'DOC-LINE-09': 'the simulator leaves amounts to the sender',
  'DOC-LINE-10': 'form of a tariff code (field table 3.3); the simulator does not look at it',
  'DOC-LINE-11': 'figures that are not sent on this line, yet kept',
  'DOC-LINE-12': 'what no ledger can hold; the simulator takes 20 digits',
  'DOC-SUM-01': 'the simulator leaves amounts to the sender',
  'DOC-SUM-02': 'the simulator leaves amounts to the sender',
  'DOC-SUM-03': 'the simulator leaves amounts to the sender',
}

const BATCH = 100
const TODAY = { today: malaysianDate(ISSUED_AT) }

const clock = fixedClock(new Date(ISSUED_AT.getTime() + 60_000))
const simulator = await startSimulator({ now: () => clock.now().getTime(), validation_delay_ms: 0 })
afterAll(() => simulator.close())
const authority = createAuthority({ places: places(simulator.url), clock })
const { credentials, signer } = await enrol()

/** The company of the golden documents, as the simulator knows it. */
async function enrol() {
  const company = { tin: 'C2584563200', name: 'Kinabalu Trading Sdn Bhd' }
  const brn = '201901234567'
  const keys = await ask(
    `${simulator.url}/_sim/taxpayers`,
    z.object({ client_id: z.string(), client_secret: z.string() }),
    { ...company, id_type: 'BRN', id_value: brn },
  )
  const pem = await ask(
    `${simulator.url}/_sim/certificates`,
    z.object({ certificate_pem: z.string(), private_key_pem: z.string() }),
    { ...company, brn },
  )
  const credentials: Credentials = { environment: 'simulator', ...keys }
  return { credentials, signer: createSigner(pem) }
}

type Judged = {
  name: string
  /** Codes of our findings that refuse, and of those that warn. */
  found: string[]
  warned: string[]
  /** The document as it would go out; undefined when it cannot be built. */
  outgoing: OutgoingDocument | undefined
}

const judge = async ({ name, entry }: Mutation): Promise<Judged> => {
  const document = calculate(entry)
  const found = checkDocument(document, TODAY).map((finding) => finding.code)
  const warned = warningsOf(document, TODAY).map((finding) => finding.code)
  try {
    const parts = buildInvoice(document, { version: '1.1', issued_at: ISSUED_AT })
    const { xml: bytes, document_hash } = await signInvoice(signer, parts, ISSUED_AT)
    return { name, found, warned, outgoing: { code_number: document.invoice_number, bytes, document_hash } }
  } catch {
    return { name, found, warned, outgoing: undefined }
  }
}

/**
 * Why the simulator refuses a document at once, by document. A submission that is refused as a whole is halved
 * until the document at fault stands alone.
 */
const submit = async (batch: readonly Judged[], refusals: Map<Judged, string>): Promise<void> => {
  const sent = batch.flatMap((one) => one.outgoing ?? [])
  const answer = await authority.submit(credentials, sent)
  if (answer.kind === 'accepted') {
    const rejected = new Map(answer.rejected.map(({ number, reasons }) => [number, reasons]))
    for (const one of batch) {
      const reasons = rejected.get(one.outgoing?.code_number ?? '')
      if (reasons) refusals.set(one, reasons.map(({ code, message }) => `${code} ${message}`).join('; '))
    }
    return
  }
  if (answer.kind !== 'refused') throw new Error(`The simulator did not answer: ${JSON.stringify(answer)}`)
  if (batch.length === 1) {
    for (const one of batch) refusals.set(one, answer.reasons.map(({ message }) => message).join('; '))
    return
  }
  const middle = Math.ceil(batch.length / 2)
  await submit(batch.slice(0, middle), refusals)
  await submit(batch.slice(middle), refusals)
}

/** Every mutation of a few documents; PREFLIGHT_ALL=1 takes every mutation of every one. */
const STRIDE = process.env.PREFLIGHT_ALL ? 1 : 6

const judgeAll = (): Promise<Judged[]> => {
  let count = 0
  const judged = readFixtures().flatMap((golden, at) =>
    [
      { name: 'as it is', entry: golden.document },
      ...mutationsOf(golden.document).filter((_, index) => index % STRIDE === at % STRIDE),
    ].map(({ name, entry }) => {
      const invoice_number = name.startsWith('invoice_number') ? entry.invoice_number : `P-${++count}`
      return judge({ name: `${golden.name}: ${name}`, entry: { ...entry, invoice_number } })
    }),
  )
  return Promise.all(judged)
}

test('what the authority would refuse at once is found beforehand', { timeout: 120_000 }, async () => {
  const all = await judgeAll()
  const refusals = new Map<Judged, string>()
  for (const one of all) if (!one.outgoing) refusals.set(one, 'It cannot be built')
  // Neighbours have the same fault, so few submissions are refused as a whole.
  const outgoing = all
    .filter((one) => one.outgoing)
    .sort((a, b) => a.found.join().localeCompare(b.found.join()))
  for (let at = 0; at < outgoing.length; at += BATCH) await submit(outgoing.slice(at, at + BATCH), refusals)

  expect(refusals.size).toBeGreaterThan(500)
  expect(all.filter((one) => one.name.endsWith(': as it is') && refusals.has(one))).toEqual([])
  const missed = [...refusals].filter(([one]) => one.found.length + one.warned.length === 0)
  expect(missed.map(([one, why]) => `${one.name}: ${why}`)).toEqual([])

  const alarms = all.filter((one) => one.found.length > 0 && !refusals.has(one))
  const unexplained = alarms.filter((one) => one.found.some((code) => !Object.hasOwn(STRICTER, code)))
  expect(unexplained.map((one) => `${one.found}: ${one.name}`)).toEqual([])
  const stale = Object.keys(STRICTER).filter((code) => !alarms.some((one) => one.found.includes(code)))
  expect(stale).toEqual([])
})
