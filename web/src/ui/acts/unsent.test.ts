import { expect, it } from 'vitest'
import { dropUnsent, forgetUnsent, keepUnsent, sendUnsent } from './unsent.ts'

const sent: string[] = []
const keep = (key: string, text = key) =>
  keepUnsent({
    key,
    text,
    again: async () => {
      sent.push(text)
    },
  })
const resent = async () => {
  await sendUnsent()
  return sent.splice(0)
}

it('sends each once more, in their order, and then never again by itself', async () => {
  keep('a')
  keep('b')
  expect(await resent()).toEqual(['a', 'b'])
  expect(await resent()).toEqual([])
})

it('sends the last try of a key alone, and none that was given up or sent meanwhile', async () => {
  keep('a', 'first try')
  keep('b')
  keep('a', 'second try')
  dropUnsent('b')
  expect(await resent()).toEqual(['second try'])
  keep('c')
  forgetUnsent()
  expect(await resent()).toEqual([])
})

it('keeps twenty', async () => {
  for (let at = 0; at < 25; at += 1) keep(String(at))
  expect(await resent()).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 5)))
})
