import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type SettingRow, settings } from '#contract/installation/settings.ts'
import { settingOf } from '#domain/settings/list.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { useDiscardQuestion } from '../../ui/dialogs/use-discard-question.ts'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { type Draft, isTyped, saidOf } from './drafts.ts'
import { PushAddresses } from './PushAddresses.tsx'
import { RestoreButton } from './RestoreButton.tsx'
import { SettingValue } from './SettingValue.tsx'
import classes from './settings.module.css'

/** `/admin/app-configuration`: what the whole installation goes by. */
export const SettingsPage = () => {
  const { t } = useLingui()
  const list = useRows({
    ...q(settings.list),
    select: ({ results }) => ({ count: results.length, results }),
  })
  useFailureToast(list.error, t`Error fetching settings`)
  // Kept here, so that a phone that is turned loses nothing.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const question = useDiscardQuestion()
  useLeaveGuard(() => [...drafts].some(([key, draft]) => isUnsaved(key, draft)), question)
  const valueCell = (row: SettingRow) => (
    <SettingValue
      row={row}
      draft={drafts.get(row.key)}
      onDraft={(draft) => setDrafts((all) => put(all, row.key, draft))}
    />
  )
  return (
    <ListPage
      title={t`Application Settings`}
      crumbs={useAdminCrumbs()}
      actions={<RestoreButton rows={list.rows ?? []} />}
      list={list}
      columns={[
        { key: 'category', header: t`Category`, cell: (row) => told(row.category) },
        { key: 'key', header: t`Key`, cell: (row) => <About row={row} /> },
        { key: 'value', header: t`Value`, cell: valueCell },
      ]}
      keyOf={(row) => row.key}
      card={(row) => (
        <div className={classes.card}>
          <About row={row} category />
          {valueCell(row)}
        </div>
      )}
      empty={<EmptyState title={t`No settings here.`} />}
    />
  )
}

const put = (all: ReadonlyMap<string, Draft>, key: string, draft: Draft | undefined) => {
  const others = [...all].filter(([other]) => other !== key)
  return new Map(draft ? [...others, [key, draft] as const] : others)
}

const isUnsaved = (key: string, draft: Draft) => {
  const setting = settingOf(key)
  return setting !== undefined && isTyped(setting, draft)
}

/** What a setting is called, what it does, and what it is unless somebody sets it. */
const About = ({ row, category = false }: { row: SettingRow; category?: boolean }) => {
  const { t } = useLingui()
  const setting = settingOf(row.key)
  const usual = setting && saidOf(setting, row.default_value)
  return (
    <div className={classes.about}>
      <span>
        <b>{told(row.label)}</b>
        {category && <span className={classes.quiet}> · {told(row.category)}</span>}
      </span>
      <span className={classes.quiet}>{told(row.description)}</span>
      {row.key === 'commits.webhook_key' && <PushAddresses />}
      <span className={classes.quiet}>
        <code>{row.key}</code> · {t`Default: ${usual}`}
      </span>
    </div>
  )
}
