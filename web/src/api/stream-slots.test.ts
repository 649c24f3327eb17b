import { expect, test } from 'vitest'
import { createSlots, SLOT_MS } from './stream-slots.ts'

/** A browser whose tabs see one storage and one clock. */
const browser = () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  let now_ms = 1_000_000
  return {
    kept,
    open: (tab: string) => createSlots({ storage, tab, now_ms: () => now_ms }),
    wait: (ms: number) => {
      now_ms += ms
    },
  }
}

test('four tabs have a slot, and whoever leaves makes room', () => {
  const { open } = browser()
  const tabs = ['a', 'b', 'c', 'd', 'e', 'f'].map(open)
  expect(tabs.map((tab) => tab.hold())).toEqual([true, true, true, true, false, false])
  tabs[4]?.leave()
  expect(tabs[4]?.hold()).toBe(false)
  tabs[1]?.leave()
  expect([tabs[4]?.hold(), tabs[5]?.hold()]).toEqual([true, false])
})

test('who says so again keeps the one slot that it has; a tab that is gone loses it', () => {
  const { open, wait, kept } = browser()
  const [stays, ...others] = ['a', 'b', 'c', 'd', 'e'].map(open)
  expect([stays?.hold(), ...others.map((tab) => tab.hold())]).toEqual([true, true, true, true, false])
  wait(SLOT_MS / 2)
  expect(stays?.hold()).toBe(true)
  expect(kept.size).toBe(4)
  wait(SLOT_MS / 2)
  expect(['f', 'g', 'h', 'i'].map((tab) => open(tab).hold())).toEqual([true, true, true, false])
  expect(stays?.hold()).toBe(true)
})

test('of two that take one slot in the same instant the first finds another', () => {
  const { open, kept } = browser()
  const first = open('a')
  first.hold()
  const [slot = '', mine = ''] = [...kept][0] ?? []
  kept.set(slot, mine.replace('a', 'b'))
  expect(first.hold()).toBe(true)
  expect([...kept.values()].map((value) => value.charAt(0))).toEqual(['b', 'a'])
})

test('what nobody wrote, and a clock that was set back, hold no slot for ever', () => {
  const { open, kept, wait } = browser()
  for (const at of [1, 2, 3]) kept.set(`stream.${at}`, 'nonsense')
  open('a').hold()
  wait(-SLOT_MS)
  expect(['b', 'c', 'd', 'e'].map((tab) => open(tab).hold())).toEqual([true, true, true, true])
})
