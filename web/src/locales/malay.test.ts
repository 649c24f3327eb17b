import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Messages } from '@lingui/core'
import { expect, it } from 'vitest'
import sentences from '#domain/language/ms.json' with { type: 'json' }
import { messages as english } from './en.po'
import { messages as malay } from './ms.po'

type Message = Messages[string]

/** What a translation must keep: the values that it names, and the tags around its words. */
const kept = (message: Message | undefined): string[] =>
  [...new Set(typeof message === 'string' ? tags(message) : (message ?? []).flatMap(keptOf))].toSorted()

const tags = (text: string) => text.match(/<\/?\w+\/?>/g) ?? []

const keptOf = (part: Exclude<Message, string>[number]): string[] => {
  if (typeof part === 'string') return tags(part)
  const [name, kind, choices] = part
  const within = typeof choices === 'object' && choices !== null ? Object.values(choices) : []
  const messages = within.filter((choice) => typeof choice !== 'number')
  return [`{${name}${kind === undefined ? '' : `, ${kind}`}}`, ...messages.flatMap(kept)]
}

it('says every text in Malay, none of them for somebody to look over', { timeout: 60_000 }, async () => {
  const [catalog] = await getCatalogs(getConfig({ configPath: 'web/lingui.config.ts' }))
  const texts = Object.values((await catalog?.read('ms')) ?? {})
  expect(texts.length).toBe(Object.keys(english).length)
  const to_do = texts.filter(
    ({ translation, extra }) => !translation || JSON.stringify(extra ?? {}).includes('fuzzy'),
  )
  expect(to_do.map(({ message }) => message)).toEqual([])
})

it('keeps the values and the tags of every text', () => {
  const other = Object.entries(english)
    .filter(([id, message]) => kept(malay[id]).join() !== kept(message).join())
    .map(([id, message]) => ({ english: message, malay: malay[id] }))
  expect(other).toEqual([])
})

it('counts only in the forms that Malay has', () => {
  const counted = Object.entries(malay).filter(([, message]) => JSON.stringify(message).includes('"one":'))
  expect(counted.map(([id]) => english[id])).toEqual([])
})

/** Indonesian, what the glossary has another word for, and a suffix without its hyphen. */
const NOT_OURS = [
  /\b(?:bisa|unduh|unggah|kirim|pengirim|silahkan|tautan|berkas|sandi|faktur|pajak|pengaturan|beranda)\b/i,
  /\b(?:mengedit\w*|diedit|kelayakan akses|bil sendiri|dengan sendirinya|berkata|tetapkan semula)\b/i,
  /[A-Z]{2}nya\b/,
]

it('has no word that the glossary does away with', () => {
  const said = [...Object.values(malay), ...Object.values(sentences)].map((message) => JSON.stringify(message))
  expect(said.filter((message) => NOT_OURS.some((pattern) => pattern.test(message)))).toEqual([])
})
