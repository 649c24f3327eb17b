import malay from '#domain/language/ms.json' with { type: 'json' }
import former from '#domain/language/ms-former.json' with { type: 'json' }
import { createTranslator } from '#domain/language/translate.ts'

export { messages } from './ms.po'

/** What the server and the domain say, in Malay, or have said: documents keep their messages. */
export const translate = createTranslator({ ...former, ...malay })
