import { profile } from '#contract/people/profile.ts'
import type { Language } from '#domain/language/languages.ts'
import { call } from '../api/call.ts'
import { chooseLanguage } from '../i18n.ts'

/** What somebody chose before the sign-in, in this visit. */
let wished: Language | undefined

/** Speaks the language from now on; it becomes that of the person who signs in next. */
export const wishLanguage = (language: Language) => {
  wished = language
  return chooseLanguage(language)
}

/** After a sign-in: what was chosen before it is kept for the person, else what the person has chosen is spoken. */
export const followLanguage = async (of_person: Language | null): Promise<void> => {
  const language = wished ?? of_person
  const is_new = wished !== undefined && wished !== of_person
  wished = undefined
  if (is_new) await call(profile.setPreferences, { body: { language } }).catch(() => undefined)
  if (language) await chooseLanguage(language)
}
