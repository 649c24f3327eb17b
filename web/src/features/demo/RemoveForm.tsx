import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { demo } from '#contract/installation/demo.ts'
import { Card } from '../../ui/Card.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import classes from './demo.module.css'

/** Removes the demo data of whoever has typed the name of its company. */
export const RemoveForm = ({ confirmation }: { confirmation: string }) => {
  const { t } = useLingui()
  const form = useActForm(demo.remove, {
    initial: { confirmation: '' },
    toInput: (body) => ({ body }),
    done: t`The demo data were removed.`,
  })
  return (
    <Card title={t`Remove the demo data`}>
      <form onSubmit={form.submit} noValidate className={classes.form}>
        <TextInput
          {...form.field('confirmation')}
          label={t`Type ${confirmation} to confirm`}
          description={t`This cannot be undone.`}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div>
          <Button type="submit" color="red" loading={form.busy}>
            <Trans>Remove the demo data</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}
