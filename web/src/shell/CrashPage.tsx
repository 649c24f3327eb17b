import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ErrorComponentProps, useMatch, useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session/sign-out.ts'
import { useToken } from '../session/use-token.ts'
import { CopyText } from '../ui/copy/CopyText.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'
import { SupportAddress } from '../widgets/SupportAddress.tsx'

/** A screen that could not be shown: what happened, what to do next, and what to tell those who run the portal. */
export const CrashPage = ({ error }: ErrorComponentProps) => {
  const { t } = useLingui()
  const [at] = useState(() => new Date().toISOString())
  // Its route and not its address, which may hold a secret.
  const route = useMatch({ strict: false, select: ({ routeId }) => routeId }) ?? ''
  const reference = `${at} ${route} ${nameOf(error)}`
  const alone = !route.startsWith('/shell/')
  const Frame = alone ? Alone : Fragment
  return (
    <Frame>
      <Page title={t`This screen could not be shown.`}>
        <EmptyState
          title={useReason(error)}
          icon={IconPlugConnectedX}
          action={<WaysOn error={error} alone={alone} />}
        >
          <Trans>Nothing that was stored is lost. A document that you were writing is kept as a draft.</Trans>
        </EmptyState>
        <Stack gap={4} align="center" c="dimmed" fz="sm">
          <Trans>If it happens again, send this to those who run the portal:</Trans>
          <CopyText name={t`Reference`} text={reference} />
          <span>
            <SupportAddress />
          </span>
        </Stack>
      </Page>
    </Frame>
  )
}

/** Where nothing is left around it. */
const Alone = ({ children }: { children: ReactNode }) => (
  <Box component="main" p="lg">
    {children}
  </Box>
)

/** What the server refused may pass; what went wrong in here begins anew with the page. */
const WaysOn = ({ error, alone }: { error: unknown; alone: boolean }) => {
  const router = useRouter()
  const token = useToken()
  return (
    <Group gap="xs">
      {error instanceof ApiError ? (
        <Button onClick={() => void router.invalidate()}>
          <Trans>Try again</Trans>
        </Button>
      ) : (
        <Button onClick={() => window.location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
      )}
      <Button component="a" href={paths.dashboard} variant="default">
        <Trans>Go to the dashboard</Trans>
      </Button>
      {alone && token && (
        <Button variant="default" onClick={() => void leave(router)}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </Group>
  )
}

/** No shell is there that would do it; the sign-in is asked for anew where this stands in its place. */
const leave = async (router: ReturnType<typeof useRouter>) => {
  signOut()
  await router.navigate({ to: paths.login, search: {}, replace: true })
  await router.invalidate()
}

/** As the browsers call it, and what the build wraps it in. */
const PART_MISSING = /dynamically imported module|importing a module script|unable to preload/i

const useReason = (error: unknown): string => {
  const { t } = useLingui()
  if (error instanceof ApiError) return error.message
  return PART_MISSING.test(String(error))
    ? t`A part of it did not come. Lulus was updated meanwhile, or the connection is gone.`
    : t`Something is wrong in the program.`
}

const CHARS_MAX = 200

/** By what it is found in the server's log, or else what it is called. */
const nameOf = (error: unknown) =>
  error instanceof ApiError && error.request_id ? error.request_id : String(error).slice(0, CHARS_MAX)
