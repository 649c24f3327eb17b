import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type UserRow, users } from '#contract/people/users.ts'
import { displayName } from '#domain/access/caller.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { UserState } from './columns.tsx'
import { ORIGIN_WORDS, TYPE_WORDS } from './look.ts'
import { Rights } from './Rights.tsx'
import { UserActs } from './UserActs.tsx'
import classes from './users.module.css'

type Props = { id: string; onClose: () => void }

/** Who a person is, what can be done about the account, and what the person may do. */
export const UserPanel = ({ id, onClose }: Props) => {
  const { t } = useLingui()
  const { data: user, error, refetch } = useQuery(q(users.get, { params: { id } }))
  return (
    <Sheet title={user ? displayName(user) : t`User`} onClose={onClose}>
      {user ? (
        <div className={classes.panel}>
          <Particulars user={user} />
          <UserActs user={user} />
          <HistoryLink kind="user" id={user.id} />
          <Rights user={user} />
        </div>
      ) : error ? (
        <LoadError error={error} title={t`The user could not be loaded.`} onRetry={() => void refetch()} />
      ) : (
        <Stack aria-busy>
          <Skeleton h={96} />
          <Skeleton h={220} />
        </Stack>
      )}
    </Sheet>
  )
}

const Particulars = ({ user }: { user: UserRow }) => {
  const { t, i18n } = useLingui()
  return (
    <Facts
      layout="list"
      facts={[
        [t`State`, <UserState key="state" state={user.state} />],
        [t`Username`, user.username],
        [t`Email`, user.email],
        [t`Access Type`, i18n._(TYPE_WORDS[user.access_type])],
        [t`Origin`, i18n._(ORIGIN_WORDS[user.origin])],
        [t`Groups`, user.groups.map(({ name }) => name).join(', ')],
        [t`Last Login`, <InstantText key="at" value={user.last_login_at} />],
      ]}
    />
  )
}
