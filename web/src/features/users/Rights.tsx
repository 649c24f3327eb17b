import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type UserRights, type UserRow, users } from '#contract/people/users.ts'
import { permissionsOf } from '#domain/access/flags.ts'
import { q } from '../../api/queries.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FLAG_WORDS } from '../../widgets/flag-words.ts'
import { menuFor } from '../../widgets/menu.ts'
import classes from './users.module.css'

/** What a person may do and reach, and which groups that comes from. Nobody acts as somebody else. */
export const Rights = ({ user }: { user: UserRow }) => {
  const { t } = useLingui()
  const { data: rights, error, refetch } = useQuery(q(users.rights, { params: { id: user.id } }))
  if (error)
    return (
      <LoadError error={error} title={t`The rights could not be loaded.`} onRetry={() => void refetch()} />
    )
  if (!rights) return <Skeleton h={220} aria-busy />
  return (
    <>
      {rights.state === 'deactivated' && (
        <Notice tone="waiting">
          <Trans>The account is deactivated. What follows holds again once it is reactivated.</Trans>
        </Notice>
      )}
      <Flags rights={rights} />
      <Reach rights={rights} />
      <Menu rights={rights} />
    </>
  )
}

type Props = { rights: UserRights }

const Flags = ({ rights: { flags, access_type } }: Props) => {
  const { t, i18n } = useLingui()
  const from = (groups: readonly string[]) =>
    [...(access_type === 'superadmin' ? [t`Admin`] : []), ...groups].join(', ')
  return (
    <Section title={t`May`} none={flags.length === 0 && t`Nothing: no group gives a permission.`}>
      {flags.map(({ flag, groups }) => (
        <Line key={flag} name={i18n._(FLAG_WORDS[flag])} from={t`from ${from(groups)}`} />
      ))}
    </Section>
  )
}

const Reach = ({ rights: { sender_entities } }: Props) => {
  const { t } = useLingui()
  return (
    <Section title={t`Reaches`} none={sender_entities.length === 0 && t`No company.`}>
      {sender_entities.map(({ id, name, store_codes }) => (
        <Line key={id} name={name} from={store_codes.join(', ') || t`no department, so nothing of it`} />
      ))}
    </Section>
  )
}

const Menu = ({ rights: { flags, access_type, sender_entities } }: Props) => {
  const { t, i18n } = useLingui()
  const permissions = permissionsOf(new Set(flags.map(({ flag }) => flag)))
  const reached =
    access_type === 'superadmin' || sender_entities.some(({ store_codes }) => store_codes.length)
  const items = menuFor(permissions, access_type).map(({ label }) => i18n._(label))
  const missing = t`Nothing but “User Access Profile Missing”, until a department is assigned.`
  return (
    <section className={classes.section}>
      <h3>{t`Sees in the menu`}</h3>
      <p>{reached ? items.join(', ') : missing}</p>
    </section>
  )
}

type SectionProps = { title: string; none: string | false; children: ReactNode }

const Section = ({ title, none, children }: SectionProps) => (
  <section className={classes.section}>
    <h3>{title}</h3>
    {none ? <p>{none}</p> : <dl className={classes.rights}>{children}</dl>}
  </section>
)

const Line = ({ name, from }: { name: string; from: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{from}</dd>
  </div>
)
