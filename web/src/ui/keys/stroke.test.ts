import { expect, test } from 'vitest'
import { readStroke } from './stroke.ts'

const press = (key: string, more: object = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false },
  ...{ isComposing: false, timeStamp: 1_000, ...more },
})

test('a key is itself, however Caps Lock stands', () => {
  expect(readStroke(press('j'), {})).toEqual({ keys: 'j' })
  expect(readStroke(press('J'), {})).toEqual({ keys: 'j' })
  expect(readStroke(press('?', { shiftKey: true }), {})).toEqual({ keys: '?' })
})

test('what belongs to the browser, to another keyboard or to a larger shortcut says nothing', () => {
  for (const more of [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { isComposing: true },
    { shiftKey: true },
  ]) {
    expect(readStroke(press('j', more), {})).toEqual({})
  }
  expect(readStroke(press('Tab'), {})).toEqual({})
})

test('G waits for its second key, but not for ever', () => {
  const first = readStroke(press('g'), {})
  expect(first).toEqual({ waits_since: 1_000 })
  expect(readStroke(press('i', { timeStamp: 2_500 }), first)).toEqual({ keys: 'g i' })
  expect(readStroke(press('i', { timeStamp: 2_501 }), first)).toEqual({ keys: 'i' })
  expect(readStroke(press('Shift'), first)).toEqual(first)
  expect(readStroke(press('Tab'), first)).toEqual({})
  expect(readStroke(press('g', { repeat: true }), {})).toEqual({ keys: 'g' })
})
