import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { setUp } from '#contract/installation/set-up.ts'
import { q } from '../../api/queries.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { NextSteps } from './NextSteps.tsx'
import { SetUpForm } from './SetUpForm.tsx'
import classes from './set-up.module.css'

const route = getRouteApi('/set-up/$token')

/** `/set-up/:token`: where the link of a first start leads. Without a working link it shows nothing to fill in. */
export const SetUpPage = () => {
  const { t } = useLingui()
  const { token } = route.useParams()
  const [made, setMade] = useState<Output<typeof setUp.complete>>()
  const { data, error, refetch } = useQuery({
    ...q(setUp.checkLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    document.title = `${t`Set up`} · Lulus`
  }, [t])
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Mark size={36} />
        <span>Lulus</span>
      </div>
      <h1 className={classes.title}>
        {made ? <Trans>{made.company} is set up</Trans> : <Trans>Set up the e-invoicing portal</Trans>}
      </h1>
      {made ? (
        <NextSteps made={made} />
      ) : (
        <>
          {error && (
            <LoadError
              error={error}
              title={t`The link could not be checked.`}
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && <Skeleton height={320} />}
          {data && !data.works && <DeadLink />}
          {data?.works && (
            <>
              <Text c="dimmed">
                <Trans>
                  Your account, your company and where its documents go. All of it can be changed later, under
                  Admin Setting.
                </Trans>
              </Text>
              <SetUpForm token={token} has_simulator={data.has_simulator} onDone={setMade} />
            </>
          )}
        </>
      )}
    </main>
  )
}

const DeadLink = () => {
  const { t } = useLingui()
  return (
    <Notice tone="bad" title={t`This set-up link does not work.`}>
      <Trans>
        A link works for 24 hours, and until this portal is set up by it or by another one. If nobody has set
        it up yet, start it anew: the console then prints another link.
      </Trans>
    </Notice>
  )
}
