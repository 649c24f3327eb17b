import { useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { users } from '#contract/people/users.ts'
import { q } from '../../api/queries.ts'

/** Where a new person's password is kept. */
export const OriginField = (field: object) => {
  const { t } = useLingui()
  const { data } = useQuery(q(users.options))
  const waits = t`Waits for the first sign-in with the name and password of your company’s directory.`
  const none = t`No directory is set up here yet (LDAP_URL); the account waits until there is one.`
  return (
    <Radio.Group {...field} label={t`Signs in with`}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="local"
          label={t`A password kept here`}
          description={t`Gets a mail with a link to choose it. Nobody else knows it.`}
        />
        <Radio
          value="directory"
          label={t`The directory`}
          description={data && !data.directory ? none : waits}
        />
      </Stack>
    </Radio.Group>
  )
}
