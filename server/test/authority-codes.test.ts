import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ERROR_CODES, keyOf } from '#codes/error-codes.ts'
import type { DocumentEntry } from '#domain/documents/document.ts'
import { buildInvoice, draftText } from '#domain/ubl/invoice.ts'
import { buildDocument } from '../../domain/test/build.ts'
import { EXAMPLES } from '../../domain/test/examples/all.ts'
import { ISSUED_AT } from '../../domain/test/fixtures.ts'
import { startSimulator } from '../../simulator/src/start.ts'
import { createAuthority } from '../src/authority/calls/client.ts'
import { places } from '../src/authority/wire/environments.ts'
import type { Reason } from '../src/authority/words/answers.ts'
import { ask } from '../src/entities/access/equip.ts'
import { fixedClock } from '../src/platform/clock/fixtures/fixed-clock.ts'

/** Of several codes for one fault the simulator says one; the others come from single sources. */
const SAID_AS: Readonly<Partial<Record<string, string>>> = {
  CF366: 'CF415',
  CF410: 'CF415',
  ERR237: 'ERR245',
}
/** What is known by its words. Our documents name their currency at each amount too, where it is missed first. */
const WORDS: Readonly<Partial<Record<string, RegExp>>> = {
  'code:inactive': /was not active/,
  CF378: /'currencyID' is missing/,
}

const clock = fixedClock(new Date(ISSUED_AT.getTime() + 60_000))
const simulator = await startSimulator({ now: () => clock.now().getTime(), validation_delay_ms: 0 })
afterAll(() => simulator.close())
const authority = createAuthority({ places: places(simulator.url), clock })
const { sender } = buildDocument()
const keys = await ask(
  `${simulator.url}/_sim/taxpayers`,
  z.object({ client_id: z.string(), client_secret: z.string() }),
  { tin: sender.tin_no, name: sender.name, id_type: 'BRN', id_value: sender.identity_number },
)
const credentials = { environment: 'simulator' as const, ...keys }

let count = 0

/** All that the simulator finds wrong with the valid document but for these overrides, at once or in the background. */
const saidOf = async (overrides: Partial<DocumentEntry>): Promise<Reason[]> => {
  count += 1
  const document = buildDocument({ invoice_number: `CODE-${count}`, ...overrides })
  const bytes = Buffer.from(draftText(buildInvoice(document, { version: '1.0', issued_at: ISSUED_AT })))
  const document_hash = createHash('sha256').update(bytes).digest('hex')
  const outgoing = { code_number: document.invoice_number, bytes, document_hash }
  const answer = await authority.submit(credentials, [outgoing])
  if (answer.kind !== 'accepted') return answer.kind === 'refused' ? answer.reasons : []
  const details = await Promise.all(answer.accepted.map(({ uuid }) => authority.details(credentials, uuid)))
  const steps = details.flatMap((one) => (one.kind === 'answered' ? one.value.steps : []))
  return [...answer.rejected, ...steps].flatMap(({ reasons }) => reasons)
}

/** The documents of all checks, each played once. */
const played = new Map<string, Promise<Reason[]>>()
const play = (name: string, overrides: Partial<DocumentEntry>): Promise<Reason[]> => {
  const said = played.get(name) ?? saidOf(overrides)
  played.set(name, said)
  return said
}

test.each(
  ERROR_CODES.flatMap((row) => ('checked_here' in row ? [[keyOf(row), row.checked_here] as const] : [])),
)(
  '%s: the simulator says it of a document that our checks refuse, and of none that they take',
  async (key, checks) => {
    const says = ({ code, message }: Reason) => WORDS[key]?.test(message) ?? code === (SAID_AS[key] ?? key)
    const [refused, taken] = await Promise.all(
      (['fails', 'passes'] as const).map((which) =>
        Promise.all(
          checks.flatMap((check) =>
            (EXAMPLES[check]?.[which] ?? []).map(async (one, at) => {
              const name = `${check} ${which} ${at}`
              const said = await play(name, Array.isArray(one) ? one[1] : one)
              return { name, says: said.some(says) }
            }),
          ),
        ),
      ),
    )
    expect(refused?.filter((one) => one.says).length).toBeGreaterThan(0)
    expect(taken?.filter((one) => one.says)).toEqual([])
  },
)
