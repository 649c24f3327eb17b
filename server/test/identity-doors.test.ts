import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all.ts'
import { IDENTITY_FIELDS, type Identity, normaliseIdentity } from '#domain/identity/normalise.ts'
import { allFields } from './calls/filled-calls.ts'
import { DOORS, fresh } from './calls/identity-doors.ts'
import { createWorld, type Who } from './world.ts'

const world = await createWorld({ simulator: true })

/** As people paste them; each is right once it is written otherwise. */
const PASTED: [what: string, make: () => Identity][] = [
  [
    'blanks, hyphens and what nobody sees',
    () => ({
      tin_no: ' c-002584\u00a0563202\u200b',
      identity_type: ' brn\ufeff',
      identity_number: `2019-01\u200e01 ${fresh()}\u00a0`,
      contact_number: '+60 3-1234 5678\u2060',
    }),
  ],
  [
    'the prefix of former years',
    () => ({
      tin_no: 'og56003500070',
      identity_type: 'nric',
      identity_number: `770625-01-${fresh()}`,
      contact_number: '012\u2011345 6789',
    }),
  ],
]

/** A TIN that is written or asked about; what lists are filtered by is neither. */
const takesTin = () =>
  allFields()
    .filter(({ path }) => path.at(-1) === 'tin_no' || path.at(-1) === 'tin')
    .map(({ endpoint }) => endpoint)
const takesFiles = () =>
  allEndpoints.filter(({ upload, reply }) => upload && reply instanceof z.ZodObject && 'UUIDs' in reply.shape)

test('every call that takes a TIN, or a file of documents, is one of these doors', () => {
  const ids = [...takesTin(), ...takesFiles()].map(({ id }) => id)
  expect([...new Set(DOORS.map(([id]) => id))].toSorted()).toEqual([...new Set(ids)].toSorted())
})

const whoMay = (id: string): Who[] => {
  const access = allEndpoints.find((one) => one.id === id)?.access
  if (access?.kind !== 'anyOf') return ['devi']
  return access.api_key ? ['aminah', 'key'] : ['aminah']
}

/** The blanks around a cell of CSV are none of its text. */
const trimmed = (party: Identity): Identity =>
  // The names are those of the type.
  Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, party[field].trim()])) as Identity

describe.each(DOORS)('%s, a %s', (id, as, door) => {
  test.each(whoMay(id).flatMap((who) => PASTED.map(([what, make]) => [who, what, make] as const)))(
    'from %s with %s: it is written by the one function, and each change is told',
    async (who, _what, make) => {
      const pasted = make()
      const { party, changes } = normaliseIdentity(as === 'CSV' ? trimmed(pasted) : pasted)
      expect(changes).toHaveLength(4)
      const taken = await door(world, who, pasted)
      const { contact_number: _, ...asked } = party
      expect(taken.kept).toMatchObject(id === 'tins.validate' ? asked : party)
      if ('told' in taken) expect(taken.told).toEqual(changes)
    },
  )
})
