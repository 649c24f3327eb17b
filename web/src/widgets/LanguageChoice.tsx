import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language/languages.ts'
import { spoken } from '../i18n.ts'

/** In which language the screens speak. */
export const LanguageChoice = ({ onChange }: { onChange: (language: Language) => void }) => {
  const { t } = useLingui()
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Language`}
      value={spoken()}
      data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && onChange(value)}
    />
  )
}
