import { useLingui } from '@lingui/react/macro'
import { profile } from '#contract/people/profile.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language/languages.ts'
import { chooseLanguage, spoken } from '../../i18n.ts'
import { useProfile } from '../../session/session.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { Card } from '../../ui/Card.tsx'
import classes from './account.module.css'
import { Choice } from './Choice.tsx'

/** How the screens speak to me and are used, wherever I sign in. */
export const LanguageCard = () => {
  const { t } = useLingui()
  const { shortcuts } = useProfile()
  const { act } = useAct(profile.setPreferences)
  const speak = async (language: Language) => {
    if (await act({ body: { language } })) await chooseLanguage(language)
  }
  return (
    <Card title={t`Language and keyboard`}>
      <div className={classes.choices}>
        <Choice<Language>
          label={t`Language`}
          description={t`Of the screens and the mails, wherever you sign in`}
          value={spoken()}
          choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(language) => void speak(language)}
        />
        <Choice<'on' | 'off'>
          label={t`Keyboard shortcuts`}
          description={t`Single keys that act on the screens; none acts while you type`}
          value={shortcuts ? 'on' : 'off'}
          choices={[
            { value: 'on', label: t`On` },
            { value: 'off', label: t`Off` },
          ]}
          onChange={(to) => void act({ body: { shortcuts: to === 'on' } })}
        />
      </div>
    </Card>
  )
}
