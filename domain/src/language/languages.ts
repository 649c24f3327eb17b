/** The languages of the screens, mails and sentences; English is the one that everything is written in. */
export const LANGUAGES = ['en', 'ms'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each is called by its own name: whoever looks for it may not read the other. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ms: 'Bahasa Melayu' }

/** Whether a text names one of them. */
export const isLanguage = (text: string): text is Language => LANGUAGES.some((one) => one === text)
