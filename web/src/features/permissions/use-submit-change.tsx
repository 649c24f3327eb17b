import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Input } from '#contract/endpoint.ts'
import { type ChangeAction, type ChangePreview, changeRequests } from '#contract/people/change-requests.ts'
import { paths } from '../../paths.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { askReason } from '../../ui/dialogs/ask.ts'
import { ChangeSummary } from '../../widgets/change/ChangeSummary.tsx'
import { GROUP_WORDS, STORE_WORDS } from './words.ts'

const KINDS = {
  group: { call: changeRequests.askGroup, words: GROUP_WORDS },
  store_code: { call: changeRequests.askStoreCode, words: STORE_WORDS },
} as const
export type ChangedKind = keyof typeof KINDS
type Body<K extends ChangedKind> = Omit<Input<(typeof KINDS)[K]['call']>['body'], 'reason'>

/** The toast of a request, or its preview, that failed. */
export const useFailedWords = (kind: ChangedKind, action: ChangeAction) => {
  const { i18n } = useLingui()
  const { failed } = KINDS[kind].words[action]
  return (message: string) => (failed ? `${i18n._(failed)} ${message}` : message)
}

/** Shows what a change would mean and asks for the reason; with one it becomes a request. Whether it did. */
export const useSubmitChange = <K extends ChangedKind>(kind: K, action: ChangeAction) => {
  const { t, i18n } = useLingui()
  const { call, words } = KINDS[kind]
  const failed = useFailedWords(kind, action)
  const { act, giveUp } = useAct(call, { done: i18n._(words[action].done), failed })
  return async (preview: ChangePreview, body: Body<K>): Promise<boolean> => {
    const name = preview.target_name
    const reason = await askReason({
      title: { create: t`Add ${name}?`, edit: t`Change ${name}?`, delete: t`Delete ${name}?` }[action],
      body: <PreviewBody preview={preview} />,
      label: t`Reason`,
      missing: t`A reason is required to submit this request.`,
      confirm_label: t`Submit for approval`,
      danger: action === 'delete',
      // The body fits the call of its kind, which the compiler does not connect.
      act: (reason) => act({ body: { ...body, reason } } as Parameters<typeof act>[0]),
    })
    if (reason === undefined) giveUp()
    return reason !== undefined
  }
}

const PreviewBody = ({ preview: { changes, effects, deciders } }: { preview: ChangePreview }) => {
  const names = deciders.join(', ')
  return (
    <Stack gap="sm">
      <ChangeSummary changes={changes} effects={effects} />
      {names ? (
        <span>
          <Trans>Nothing changes before it is approved by: {names}.</Trans>
        </span>
      ) : (
        <NobodyDecides />
      )}
    </Stack>
  )
}

/** The ways out, in tabs of their own: what was typed stays. */
const NobodyDecides = () => (
  <>
    <span>
      <Trans>Nothing changes before it is approved, and there is no other superadmin who could.</Trans>
    </span>
    <span>
      <Trans>
        Add a second Admin under{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to={paths.users} target="_blank" />}
        >
          User Management
        </Anchor>
        , or, in a company of one person, switch on Self-approval under{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to={paths.settings} target="_blank" />}
        >
          Application Settings
        </Anchor>
        .
      </Trans>
    </span>
  </>
)
