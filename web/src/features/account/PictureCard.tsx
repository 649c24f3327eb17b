import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar, Button } from '@mantine/core'
import { IconLogout, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { profile } from '#contract/people/profile.ts'
import { displayName } from '#domain/access/caller.ts'
import { initialsOf } from '../../session/initials.ts'
import { useProfile } from '../../session/session.ts'
import { signOut } from '../../session/sign-out.ts'
import { FileChoice } from '../../ui/acts/FileChoice.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { Card } from '../../ui/Card.tsx'
import { toastBad } from '../../ui/toasts.ts'
import { PICTURE_TYPES, squarePicture } from '../../widgets/pictures.ts'
import classes from './account.module.css'

/** My face and name, and the way out. */
export const PictureCard = () => {
  const { t } = useLingui()
  const person = useProfile()
  const { choose, busy, reason } = useImage()
  return (
    <Card className={classes.person}>
      <Avatar
        size={112}
        radius={112}
        src={person.image || null}
        alt={t`Profile image`}
        color="ink"
        variant="light"
      >
        {initialsOf(person)}
      </Avatar>
      <p className={classes.name}>{displayName(person)}</p>
      <FileChoice
        types={PICTURE_TYPES}
        onChoose={(file) => void choose(file)}
        loading={busy}
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-label={t`Edit profile image`}
      >
        <Trans>Edit</Trans>
      </FileChoice>
      <p className={classes.reason} role="alert">
        {reason}
      </p>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={signOut}
      >
        <Trans>Log out</Trans>
      </Button>
    </Card>
  )
}

/** Sends the chosen file as a small square. Why it failed stands beneath the button: the toasts are specified. */
const useImage = () => {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const refused = (why: string) => {
    setReason(why)
    return t`Failed to update profile image.`
  }
  const { act, busy } = useAct(profile.setImage, {
    done: t`Profile image updated successfully!`,
    failed: refused,
  })
  const choose = async (file: File) => {
    setReason('')
    const image = await squarePicture(file).catch(() => undefined)
    if (image) await act({ form: { image } })
    else toastBad(refused(t`Please choose a PNG, JPEG or WebP picture.`))
  }
  return { choose, busy, reason }
}
