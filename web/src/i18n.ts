import { i18n } from '@lingui/core'
import { messages } from './locales/en.po'

/** English is always at hand; a further language would be a chunk of its own. */
i18n.loadAndActivate({ locale: 'en', messages })

export { i18n }
