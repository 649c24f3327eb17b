import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { wishLanguage } from '../../session/language.ts'
import { Mark } from '../../ui/Mark.tsx'
import { LanguageChoice } from '../../widgets/LanguageChoice.tsx'
import classes from './LoginPage.module.css'
import { PathOfADocument } from './PathOfADocument.tsx'

/** A screen before the sign-in: the name of the house, the only h1, and a form. Sets the window's title. */
export const EntryFrame = ({ title, heading, children }: Props) => {
  useEffect(() => {
    document.title = `${title} · Lulus`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <div className={classes.box}>
          <div className={classes.brand}>
            <Mark size={36} />
            <span>Lulus</span>
            <div className={classes.language}>
              <LanguageChoice onChange={(language) => void wishLanguage(language)} />
            </div>
          </div>
          <h1 className={classes.title}>{heading}</h1>
          {children}
        </div>
        <footer className={classes.footer}>
          <Trans>© 2024 Lulus</Trans>
        </footer>
      </main>
      <PathOfADocument />
    </div>
  )
}

type Props = { title: string; heading: ReactNode; children: ReactNode }
