import { i18n } from '@lingui/core'
import { messages } from './en.po'

// The unit tests' words, at hand before any of them runs.
i18n.loadAndActivate({ locale: 'en', messages })
