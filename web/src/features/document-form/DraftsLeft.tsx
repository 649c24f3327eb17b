import { Trans } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { Link, Navigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { usePermissions, useProfile } from '../../session/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { draftsOf } from '../../widgets/drafts/shelf.ts'
import { DraftList } from './DraftOffer.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { StoredNow } from './StoredNow.tsx'
import { useFormCrumbs } from './use-form-crumbs.ts'
import type { LeftBehind } from './use-left-behind.ts'

/** What was typed into a form that cannot be opened any more goes on as a new document, or is discarded. */
export const DraftsLeft = ({ left = [], discard }: LeftBehind) => {
  const { can_create_invoice } = usePermissions()
  const mine = draftsOf(useProfile().id)
  if (left.length === 0) return null
  return (
    <Notice tone="info">
      <Trans>What you typed is kept in this browser.</Trans>
      <DraftList
        drafts={left}
        discard={discard}
        act={({ shelf_key }) =>
          can_create_invoice ? (
            <Link to={paths.create} search={{ draft: shelf_key.slice(mine.length) }}>
              <Trans>Continue as a new document</Trans>
            </Link>
          ) : (
            <Trans>You need the permission can_create_invoice.</Trans>
          )
        }
      />
    </Notice>
  )
}

type Props = {
  title: string
  /** What cannot be done with the document, and why. */
  what: string
  why: string
  uuid: string
  /** Whether this person is led to what became of the document. */
  leads_on: boolean
  behind: LeftBehind
}

/**
 * A colleague was quicker, say. What became of the document is shown to whoever may see that; others read why here, and
 * so does whoever typed something that would be nowhere to be found.
 */
export const NotOpened = ({ title, what, why, uuid, leads_on, behind }: Props) => {
  const crumbs = useFormCrumbs()
  if (!behind.left) return <FormSkeleton title={title} />
  if (leads_on && behind.left.length === 0)
    return <Navigate to={paths.invoices} search={{ open: uuid }} replace />
  return (
    <Page title={title} crumbs={crumbs}>
      <DraftsLeft {...behind} />
      <EmptyState title={what} icon={IconLock} action={<StoredNow uuid={uuid} />}>
        {why}
      </EmptyState>
    </Page>
  )
}
