import { Trans, useLingui } from '@lingui/react/macro'
import { IconRestore } from '@tabler/icons-react'
import { type SettingRow, settings } from '#contract/installation/settings.ts'
import { told } from '../../i18n.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'

/** Makes every setting its default, after it has said which ones are something else. */
export const RestoreButton = ({ rows }: { rows: readonly SettingRow[] }) => {
  const { t } = useLingui()
  const { act } = useAct(settings.restore, {
    done: t`All settings restored to default values!`,
    failed: (why) => `${t`Failed to restore defaults`}. ${why}`,
    place: 'configured',
  })
  const changed = rows.filter(({ is_set }) => is_set)
  const names = changed.map(({ label }) => told(label)).join(', ')
  // What the question names, and nothing that somebody sets while it stands there.
  const seen = Object.fromEntries(changed.map(({ id, modified_at }) => [id, modified_at]))
  const ask = () =>
    confirm({
      title: t`Restore all settings to their defaults?`,
      body: t`These change, for everybody, within seconds: ${names}.`,
      confirm_label: t`Restore to Default`,
      dismiss_label: t`Keep the settings`,
      danger: true,
      act: () => act({ body: { seen } }),
    })
  return (
    <ReasonedButton
      variant="default"
      leftSection={<IconRestore size={16} aria-hidden />}
      why_not={changed.length > 0 ? '' : t`Every setting is its default.`}
      onClick={() => void ask()}
    >
      <Trans>Restore to Default</Trans>
    </ReasonedButton>
  )
}
