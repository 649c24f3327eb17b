import { describe, expect, it } from 'vitest'
import { type DoorLimits, openDoor } from './door.ts'

const LIMITS: DoorLimits = {
  ...{ at_once: 2, own_at_once: 2, crowds: [] },
  ...{ wait_ms_max: 60_000, waiting_max: 10, own_waiting_max: 2 },
}
const AT_ONCE = { wait_ms_max: 1 }
const BUSY = { problem: { kind: 'unavailable', code: 'busy', retry_after_s: 2 } }
const TOO_MANY = { problem: { kind: 'too_many', code: 'too_many', retry_after_s: 2 } }

/** Asks for a turn, and notes when it comes. */
const asking = (limits: Partial<DoorLimits>) => {
  const { admit } = openDoor({ ...LIMITS, ...limits })
  const inside: string[] = []
  const ask = async (who: string) => {
    const leave = await admit(who)
    inside.push(who)
    return leave
  }
  return { ask, inside }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the door', () => {
  it('lets in as many as can be worked on, and the next one as soon as one leaves', async () => {
    const { ask, inside } = asking({})
    const [leave] = [await ask('a'), await ask('b')]
    const third = ask('c')
    await settled()
    expect(inside).toEqual(['a', 'b'])
    leave()
    await third
    expect(inside).toEqual(['a', 'b', 'c'])
  })

  it('counts who leaves twice once', async () => {
    const { ask } = asking(AT_ONCE)
    const [leave] = [await ask('a'), await ask('b')]
    leave()
    leave()
    await ask('c')
    await expect(ask('d')).rejects.toMatchObject(BUSY)
  })

  it('refuses whoever would wait too long, and forgets them', async () => {
    const { ask, inside } = asking(AT_ONCE)
    const [leave] = [await ask('a'), await ask('a')]
    await expect(ask('b')).rejects.toMatchObject(BUSY)
    leave()
    await ask('c')
    expect(inside).toEqual(['a', 'a', 'c'])
  })

  it('refuses at once where the line is full', async () => {
    const { ask } = asking({ waiting_max: 0 })
    await Promise.all([ask('a'), ask('b')])
    await expect(ask('c')).rejects.toMatchObject(BUSY)
  })

  it('keeps room for others, however much one asks for, and tells that one', async () => {
    const { ask, inside } = asking({ own_at_once: 1 })
    const leave = await ask('flood')
    const waiting = [ask('flood'), ask('flood')]
    await expect(ask('flood')).rejects.toMatchObject(TOO_MANY)
    await ask('clerk')
    expect(inside).toEqual(['flood', 'clerk'])
    leave()
    const leave_again = await waiting[0]
    expect(inside).toEqual(['flood', 'clerk', 'flood'])
    leave_again?.()
    await waiting[1]
    await expect(asking({ ...AT_ONCE, own_at_once: 0 }).ask('flood')).rejects.toMatchObject(TOO_MANY)
  })

  it('lets those who wait take turns', async () => {
    const { ask, inside } = asking({ at_once: 1 })
    const leaves = [await ask('flood')]
    const waiting = ['flood', 'flood', 'clerk'].map(ask)
    for (const one of [0, 1, 2]) {
      await settled()
      leaves[one]?.()
      leaves.push(await Promise.race(waiting.filter((_, at) => [0, 2, 1][one] === at)))
    }
    expect(inside).toEqual(['flood', 'flood', 'clerk', 'flood'])
  })

  it('lets in fewer the more wait', async () => {
    const limits = { at_once: 4, own_at_once: 4, crowds: [2, 4], own_waiting_max: 10 }
    const { ask, inside } = asking(limits)
    const leaves: (() => void)[] = []
    let left = 0
    for (let at = 0; at < 9; at++) void ask('a').then((leave) => leaves.push(leave))
    const insideNow = async () => {
      await settled()
      return inside.length - left
    }
    const counts = [await insideNow()]
    while (left < 8) {
      leaves.shift()?.()
      left++
      counts.push(await insideNow())
    }
    // Five wait, then four: one inside. Three, two: two inside. One: there is room for all, and nobody else comes.
    expect(counts).toEqual([4, 3, 2, 1, 1, 2, 3, 2, 1])
  })
})
