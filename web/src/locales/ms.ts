import malay from '#domain/language/ms.json' with { type: 'json' }
import { createTranslator } from '#domain/language/translate.ts'

export { messages } from './ms.po'

/** What the server and the domain say, in Malay. */
export const translate = createTranslator(malay)
