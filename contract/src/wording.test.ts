import { expect, test } from 'vitest'
import { z } from 'zod'
import { inWords } from './wording.ts'

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This field is required.'],
  [z.string(), 7, 'Please send a text.'],
  [z.int(), 1.5, 'Please send a whole number.'],
  [z.boolean(), 'yes', 'Please send true or false.'],
  [z.enum(['asc', 'desc']), 'up', 'Please send one of asc, desc.'],
  [z.literal('arrived'), 'x', 'Please send arrived.'],
  [z.union([z.string(), z.number()]), [], 'Please send a text or a number.'],
  [z.union([z.literal(''), z.enum(['a', 'b'])]), 'c', 'Please send one of a, b.'],
  [z.string().min(1), '', 'This field may not be empty.'],
  [z.string().min(12), 'x', 'At least 12 characters are needed.'],
  [z.string().max(3), 'four', 'At most 3 characters are allowed.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entries are allowed.'],
  [z.number().max(100_000), 1e6, 'At most 100,000 is allowed.'],
  [z.number().min(1), 0, 'At least 1 is needed.'],
  [z.uuid(), 'x', 'This is not written as it should be.'],
  [z.string().refine(() => false), 'x', 'This value cannot be taken.'],
  [z.string({ error: 'Ours.' }), 7, 'Ours.'],
])('%# is told as a plain sentence', (schema, value, sentence) => {
  const read = schema.safeParse(value, { error: inWords })
  expect(read.error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('of many choices the first are told', () => {
  const many = z.enum(Array.from({ length: 100 }, (_, i) => `c${i}`))
  const read = many.safeParse('x', { error: inWords })
  expect(read.error?.issues[0]?.message).toMatch(/^Please send one of c0, .*c19\.$/)
})
