import { Trans, useLingui } from '@lingui/react/macro'
import { ShownOnce } from '../../widgets/ShownOnce.tsx'

type Props = { made: { name: string; key: string }; onClose: () => void }

/** Shows a key that was just made, this once. */
export const NewKeyDialog = ({ made: { name, key }, onClose }: Props) => {
  const { t } = useLingui()
  return (
    <ShownOnce
      title={t`The key ${name}`}
      notice={<Trans>Copy the key now. It is shown only this once.</Trans>}
      label={t`API key`}
      value={key}
      onClose={onClose}
    >
      <Trans>
        Lulus keeps nothing of it that could be read. Keep it where passwords are kept; whoever has it can act
        for this company. If it is lost, revoke it and create another one.
      </Trans>
    </ShownOnce>
  )
}
