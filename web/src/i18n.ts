import { i18n, type Messages } from '@lingui/core'
import type { Language } from '#domain/language/languages.ts'

/** `pseudo` is for tests and for whoever builds a screen (`locales/pseudo.ts`); nobody is offered it. */
type Spoken = Language | 'pseudo'

type Words = {
  messages: Messages
  /** Says what the server and the domain write in English. */
  translate?: (sentence: string) => string
}

/**
 * English stands in the screens themselves (`web/texts.ts`). Every other language is a file of its own, which
 * `public/scheme.js` asks for before the program is there.
 */
const WORDS: Record<Spoken, () => Promise<Words>> = {
  en: async () => ({ messages: {} }),
  ms: () => import('./locales/ms.ts'),
  pseudo: () => import('./locales/pseudo.ts'),
}

/** Where this browser keeps the language; `public/scheme.js` reads it before the first paint. */
const KEY = 'language'

/** Speaks the language that `public/scheme.js` has found, before anything is drawn; then what another tab chooses. */
export const startLanguage = async (): Promise<void> => {
  await show(known(document.documentElement.lang))
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue) void show(known(newValue))
  })
}

const known = (language: string): Spoken => (language === 'ms' || language === 'pseudo' ? language : 'en')

/** Speaks another language from now on, here and at the next visit. Who listens by `useLingui` is drawn anew. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(KEY, language)
  if (i18n.locale !== language) await show(language)
}

const show = async (language: Spoken) => {
  await speak(language)
  document.documentElement.lang = spoken()
}

/** The language of the screens. */
export const spoken = (): Language => (i18n.locale === 'ms' ? 'ms' : 'en')

/** A sentence of the server or of the domain, in the language of the screens where it is one that they know. */
export const told = (sentence: string): string => translate(sentence)
let translate = (sentence: string) => sentence

/** Fetches the words of a language and speaks it from now on. */
export const speak = async (locale: Spoken): Promise<void> => {
  const { messages, ...words } = await WORDS[locale]()
  translate = words.translate ?? ((sentence) => sentence)
  i18n.loadAndActivate({ locale, messages })
}

export { i18n }
