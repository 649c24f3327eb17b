import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { entities } from '#contract/entities.ts'
import { messageOf } from '../../api/errors.ts'
import { useSend } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import type { Environment } from '../../widgets/environment-look.ts'
import classes from './entities.module.css'

type Props = { id: string; environment: Environment; name: string }

/** Signs in to the environment now and says what came of it. */
export const ConnectionTest = ({ id, environment, name }: Props) => {
  const { t } = useLingui()
  const { mutate, data, error, isPending } = useSend(entities.testConnection)
  const outcome = error ? { ok: false, message: messageOf(error) } : data
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        aria-label={t`Test connection to ${name}`}
        onClick={() => mutate({ params: { id }, body: { environment } })}
      >
        <Trans>Test connection</Trans>
      </Button>
      <p role="status" className={classes.outcome} data-tone={outcome?.ok ? 'good' : 'bad'}>
        {outcome && !isPending && (
          <>
            {outcome.ok ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
            <span>{told(outcome.message)}</span>
          </>
        )}
      </p>
    </>
  )
}
