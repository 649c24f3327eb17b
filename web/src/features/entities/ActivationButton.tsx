import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { documents } from '#contract/documents.ts'
import { type Entity, entities } from '#contract/entities.ts'
import { messageOf } from '../../api/errors.ts'
import { q } from '../../api/queries.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'

/** The button that puts a company out of use, or into use again; it asks, and says what goes on. */
export const ActivationButton = ({ entity: { id, name, is_active } }: { entity: Entity }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(entities.setActive, {
    done: is_active ? t`${name} was deactivated.` : t`${name} was activated.`,
  })
  const input = { params: { id }, body: { is_active: !is_active } }
  const deactivate = () =>
    confirm({
      title: t`Deactivate ${name}?`,
      body: (
        <>
          <p>
            <Trans>
              Nothing new can be made for it: no documents, edits, uploads, templates, customers or items, by
              people or by API keys. Everything that is there stays and can be read.
            </Trans>
          </p>
          <Unfinished id={id} />
          <p>
            <Trans>It can be activated again at any time.</Trans>
          </p>
        </>
      ),
      confirm_label: t`Deactivate`,
      dismiss_label: t`Keep it active`,
      danger: true,
      act: () => act(input),
    })
  return (
    <Button variant="default" loading={busy} onClick={() => void (is_active ? deactivate() : act(input))}>
      {is_active ? <Trans>Deactivate</Trans> : <Trans>Activate</Trans>}
    </Button>
  )
}

/** What of the company is not settled, which goes on all the same. */
const Unfinished = ({ id }: { id: string }) => {
  const { data, error } = useQuery(q(documents.unfinished, { params: { id } }))
  if (error) return <p>{messageOf(error)}</p>
  if (!data) return <Skeleton height={48} my="md" />
  return (
    <p>
      <Plural
        value={data.pending}
        one="# document waits for approval; it can still be approved or rejected."
        other="# documents wait for approval; they can still be approved or rejected."
      />{' '}
      <Plural
        value={data.on_their_way}
        one="# is on its way to LHDN and goes on to its end."
        other="# are on their way to LHDN and go on to their end."
      />
    </p>
  )
}
