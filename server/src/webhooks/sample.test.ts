import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { createWorld } from '../../test/world.ts'
import { makeHook } from './fixtures/keys.ts'
import { openTelling } from './fixtures/telling.ts'

type Verify = (secret: string, headers: object, body: string, now_s: number) => { type: string } | undefined

const world = await createWorld()
const { receiver, deliver } = await openTelling(world)

/** The program that docs/webhooks.md gives to integrators. */
const sample = async (): Promise<Verify> => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const [, code = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? []
  const file = join(world.files_dir, 'sample.mjs')
  await writeFile(file, code)
  return (await import(file)).verify
}

test('the sample of the docs takes what we send, and nothing that was changed, is late or by others', async () => {
  const { id, secret } = await makeHook(world, receiver.url())
  const rotated = await world.as('devi').call(webhooks.rotate, { params: { id } })
  await world.as('devi').call(webhooks.test, { params: { id } })
  await deliver(id)
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.taken()
  const verify = await sample()
  const now_s = world.clock.now().getTime() / 1_000
  for (const one of [secret, rotated.body.secret]) {
    expect(verify(one, headers, body, now_s)).toMatchObject({ type: 'webhook.test' })
    expect(verify(one, headers, body, now_s + 300)).toBeDefined()
    expect(verify(one, headers, body, now_s + 301)).toBeUndefined()
    expect(verify(one, headers, body.replace('webhook.test', 'webhook.tost'), now_s)).toBeUndefined()
    expect(verify(one, { ...headers, 'webhook-id': 'evt_other' }, body, now_s)).toBeUndefined()
    expect(verify(one, { ...headers, 'webhook-timestamp': 'soon' }, body, now_s)).toBeUndefined()
  }
  const { secret: foreign } = await makeHook(world, receiver.url())
  expect(verify(foreign, headers, body, now_s)).toBeUndefined()
})
