import { Trans, useLingui } from '@lingui/react/macro'
import { ShownOnce } from '../../widgets/ShownOnce.tsx'
import { hostOf } from './look.tsx'

export type NewSecret = { url: string; secret: string; former_until: string | null }

/** Shows a signing secret that was just made, this once. */
export const SecretDialog = ({ made, onClose }: { made: NewSecret; onClose: () => void }) => {
  const { t } = useLingui()
  const host = hostOf(made)
  return (
    <ShownOnce
      title={t`The signing secret for ${host}`}
      notice={<Trans>Copy the secret now. It is shown only this once.</Trans>}
      label={t`Signing secret`}
      value={made.secret}
      onClose={onClose}
    >
      {made.former_until === null ? (
        <Trans>
          The receiver needs it to tell events of Lulus from those of anybody else. If it is lost, make a new
          one.
        </Trans>
      ) : (
        <Trans>
          For 24 hours each event is signed by the former secret as well. Bring the new one to the receiver by
          then.
        </Trans>
      )}
    </ShownOnce>
  )
}
