import { useLingui } from '@lingui/react/macro'
import { Input } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language/languages.ts'
import { spoken } from '../i18n.ts'
import { openByArrow } from '../theme.ts'

/**
 * In which language the screens speak. It stands on the sign-in, whose script is counted: the kit's select with its
 * lists of choices would be the only one there.
 */
export const LanguageChoice = ({ onChange }: { onChange: (language: Language) => void }) => {
  const { t } = useLingui()
  return (
    <Input
      component="select"
      size="xs"
      pointer
      aria-label={t`Language`}
      rightSection={<IconSelector size={14} aria-hidden />}
      rightSectionPointerEvents="none"
      value={spoken()}
      onKeyDown={openByArrow}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && onChange(value)}
    >
      {LANGUAGES.map((value) => (
        <option key={value} value={value}>
          {LANGUAGE_NAMES[value]}
        </option>
      ))}
    </Input>
  )
}
