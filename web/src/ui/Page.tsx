import { useLingui } from '@lingui/react/macro'
import { Group, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { isForbidden, LoadError } from './LoadError.tsx'
import classes from './Page.module.css'

export type Crumb = { label: string; to: string }

type Props = {
  title: string
  /** The way here, from the root; the page itself is added as the last step. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  /** Why the page has nothing to show; a missing permission stands in place of everything on it. */
  error?: unknown
  /** Its form was not taken; the window’s title says so first, for those who hear it. */
  faulty?: boolean
  children: ReactNode
}

/** One screen: breadcrumbs, the only h1, actions beside it, then the content. Sets the window's title. */
export const Page = ({ title, crumbs = [], actions, error, faulty = false, children }: Props) => {
  const { t } = useLingui()
  const forbidden = isForbidden(error)
  useEffect(() => {
    const name = `${title} · Lulus`
    document.title = faulty ? t`Error: ${name}` : name
  }, [title, faulty, t])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {crumbs.length > 0 && (
          <nav aria-label={t`Breadcrumb`}>
            <ol className={classes.crumbs}>
              {crumbs.map((crumb) => (
                <li key={crumb.to}>
                  <Link to={crumb.to}>{crumb.label}</Link>
                </li>
              ))}
              <li aria-current="page">{title}</li>
            </ol>
          </nav>
        )}
        <Group justify="space-between" align="center" gap="sm">
          <Title order={1}>{title}</Title>
          {actions && !forbidden && (
            <Group gap="xs" className={classes.actions}>
              {actions}
            </Group>
          )}
        </Group>
      </header>
      {forbidden ? <LoadError error={error} /> : children}
    </div>
  )
}
