import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { templates } from '#contract/templates.ts'
import { q, useSend } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toastBad, toastGood } from '../../ui/toasts.ts'
import classes from './CreateDocumentPage.module.css'

type Template = { id: string; name: string; description: string }

/** Saved forms: open one to begin a document, or delete it. */
export const TemplatesCard = () => {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(q(templates.list))
  const [doomed, setDoomed] = useState<Template | null>(null)
  useEffect(() => {
    if (isError) toastBad(t`Error fetching templates!`)
  }, [isError, t])
  return (
    <Card title={t`Templates`}>
      {!data && !isError && <Bones />}
      {isError && (
        <Button variant="default" onClick={() => void refetch()}>
          <Trans>Retry</Trans>
        </Button>
      )}
      {data?.templates.length === 0 && (
        <EmptyState title={t`No templates yet`} icon={IconTemplate}>
          <Trans>Fill in the form once and choose Save as Template.</Trans>
        </EmptyState>
      )}
      <ul className={classes.templates}>
        {data?.templates.map((template) => (
          <li key={template.id}>
            <div>
              <Link
                to={paths.edit}
                params={{ uuid: template.id }}
                search={{ isTemplate: true }}
                className={classes.name}
              >
                {template.name}
              </Link>
              {template.description && <span className={classes.description}>{template.description}</span>}
            </div>
            <Button
              variant="subtle"
              color="gray"
              c="var(--bad)"
              size="compact-sm"
              aria-label={t`Delete template ${template.name}`}
              onClick={() => setDoomed(template)}
            >
              <Trans>Delete</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <DeleteDialog template={doomed} onClose={() => setDoomed(null)} />
    </Card>
  )
}

const DeleteDialog = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const { t } = useLingui()
  const remove = useSend(templates.remove)
  const confirm = () => {
    if (!template) return
    remove.mutate(
      { params: { uuid: template.id } },
      {
        onSuccess: () => toastGood(t`Template deleted successfully!`),
        onError: () => toastBad(t`Error deleting template!`),
        onSettled: onClose,
      },
    )
  }
  return (
    <ConfirmDialog
      opened={template !== null}
      title={template?.name ?? ''}
      confirm_label={t`Delete`}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Trans>Are you sure you want to delete this template? Deleted templates cannot be retrieved.</Trans>
    </ConfirmDialog>
  )
}

const Bones = () => (
  <Stack gap="xs">
    <Skeleton height={32} />
    <Skeleton height={32} />
    <Skeleton height={32} />
  </Stack>
)
