import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconEye, IconSend, IconTemplate } from '@tabler/icons-react'
import { usePermissions } from '../../../session/session.ts'
import { Money } from '../../../ui/Money.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useForm } from '../form-context.ts'
import { useTotals } from '../summary/use-totals.ts'
import classes from './submit.module.css'
import { SUBMIT_ID } from './use-submit.ts'

type Props = { busy: boolean; onPreview: () => void; onTemplate: () => void; onSubmit: () => void }

/** The buttons and the amount they are about, always in view. */
export const ActionBar = ({ busy, onPreview, onTemplate, onSubmit }: Props) => {
  const { t } = useLingui()
  const { can_create_invoice } = usePermissions()
  const totals = useTotals()
  const placed = useForm(({ form }) => form.sender !== null && form.sender_store_code !== '')
  return (
    <div className={classes.bar}>
      <div className={classes.payable}>
        <Trans>Total payable</Trans>
        <strong>
          <Money currency={totals.invoice_currency} value={totals.total_payable_amount} />
        </strong>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.buttons ?? ''}>
        <ReasonedButton
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          why_not={placed ? '' : t`Choose your company and department first.`}
          onClick={onPreview}
        >
          <span className={classes.word}>
            <Trans>Preview</Trans>
          </span>
        </ReasonedButton>
        <ReasonedButton
          variant="default"
          leftSection={<IconTemplate size={16} aria-hidden />}
          why_not={can_create_invoice ? '' : t`You need the permission can_create_invoice.`}
          onClick={onTemplate}
        >
          <span className={classes.word}>
            <Trans>Save as Template</Trans>
          </span>
        </ReasonedButton>
        <Button
          id={SUBMIT_ID}
          className={classes.main ?? ''}
          leftSection={<IconSend size={16} aria-hidden />}
          loading={busy}
          onClick={onSubmit}
        >
          <Trans>Request Approval</Trans>
        </Button>
      </Group>
    </div>
  )
}
