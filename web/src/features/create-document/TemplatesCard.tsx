import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconTemplate } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { templates } from '#contract/templates.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { Card } from '../../ui/Card.tsx'
import { confirm } from '../../ui/dialogs/ask.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { useCompanyOf } from '../../widgets/EntityField.tsx'
import classes from './CreateDocumentPage.module.css'

type Template = { id: string; name: string; description: string; sender_entity_id: string }

/** The list is asked once the typing rests. */
const REST_MS = 250

/** Saved forms: open one to begin a document, or delete it. */
export const TemplatesCard = () => {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), REST_MS)
  const { data, error, refetch } = useQuery({
    ...q(templates.list, { query: { search: search || undefined } }),
    placeholderData: keepPreviousData,
  })
  useFailureToast(error, t`Error fetching templates!`)
  return (
    <Card title={t`Templates`}>
      {!data && !error && <Bones />}
      {error && (
        <LoadError
          error={error}
          title={t`The templates could not be loaded.`}
          onRetry={() => void refetch()}
        />
      )}
      {(data?.more || typed || search) && (
        <Search typed={typed} onType={setTyped} more={data?.more === true} />
      )}
      {data?.templates.length === 0 && search !== '' && (
        <Text size="sm" c="var(--quiet)">
          <Trans>No template has that in its name or description.</Trans>
        </Text>
      )}
      {data?.templates.length === 0 && search === '' && (
        <EmptyState title={t`No templates yet`} icon={IconTemplate}>
          <Trans>Fill in the form once and choose Save as Template.</Trans>
        </EmptyState>
      )}
      <List rows={data?.templates ?? []} />
    </Card>
  )
}

type SearchProps = { typed: string; onType: (text: string) => void; more: boolean }

/** Where there are more than are listed, which is said above the list: its end is far. */
const Search = ({ typed, onType, more }: SearchProps) => {
  const { t } = useLingui()
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label={t`Search templates`}
      placeholder={t`Search templates`}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      description={more && t`Only those that were changed last are listed. Search for older ones.`}
      inputWrapperOrder={['input', 'description']}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

const List = ({ rows }: { rows: readonly Template[] }) => {
  const { t } = useLingui()
  const remove = useRemove()
  const companyOf = useCompanyOf()
  return (
    <ul className={classes.templates}>
      {rows.map((template) => (
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
            {companyOf && <span className={classes.description}>{companyOf(template)}</span>}
            {template.description && <span className={classes.description}>{template.description}</span>}
          </div>
          <Button
            variant="subtle"
            color="gray"
            c="var(--bad)"
            size="compact-sm"
            aria-label={t`Delete template ${template.name}`}
            onClick={() => void remove(template)}
          >
            <Trans>Delete</Trans>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Deletes a template, once the person was asked. */
const useRemove = () => {
  const { t } = useLingui()
  const { act } = useAct(templates.remove, {
    done: t`Template deleted successfully!`,
    failed: () => t`Error deleting template!`,
  })
  return ({ id, name }: Template) =>
    confirm({
      title: name,
      body: (
        <Trans>Are you sure you want to delete this template? Deleted templates cannot be retrieved.</Trans>
      ),
      confirm_label: t`Delete`,
      danger: true,
      act: () => act({ params: { uuid: id } }),
    })
}

const Bones = () => (
  <Stack gap="xs">
    <Skeleton height={32} />
    <Skeleton height={32} />
    <Skeleton height={32} />
  </Stack>
)
