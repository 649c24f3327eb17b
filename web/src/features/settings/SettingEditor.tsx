import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { type SettingRow, settings } from '#contract/installation/settings.ts'
import { type Setting, valueInWords } from '#domain/settings/kinds.ts'
import { readValue } from '#domain/settings/read-value.ts'
import { ApiError } from '../../api/errors.ts'
import { told } from '../../i18n.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { type Draft, valueTyped, wordsOf } from './drafts.ts'
import classes from './settings.module.css'
import { ValueField } from './ValueField.tsx'

type Props = {
  row: SettingRow
  setting: Setting
  draft: Draft
  /** Undefined: it was saved, or given up. */
  onDraft: (draft: Draft | undefined) => void
}

/** The field of a setting with Save, which asks first, and Cancel. A call that failed leaves it as typed. */
export const SettingEditor = ({ row, setting, draft, onDraft }: Props) => {
  const { t } = useLingui()
  const label = told(row.label)
  const { act } = useAct(settings.update, {
    done: t`Setting saved successfully!`,
    failed: (why, error) => {
      const current = error instanceof ApiError && error.code === 'changed_meanwhile' && error.current
      // What the refusal names is such a state.
      if (current) onDraft({ ...draft, upon: (current as Pick<SettingRow, 'modified_at'>).modified_at })
      return `${t`Failed to save setting`}. ${why}`
    },
    showFields: ({ value = [], ...others }) => {
      if (value.length > 0) onDraft({ ...draft, fault: value[0] })
      return others
    },
    place: 'configured',
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const value = valueTyped(setting, draft.typed)
    const read = readValue(setting, value)
    if ('fault' in read) return onDraft({ ...draft, fault: told(read.fault) })
    const [before, after] = [wordsOf(setting, row), told(valueInWords(setting, read.value))]
    await confirm({
      title: t`Save ${label}?`,
      body: t`It changes from “${before}” to “${after}”, for everybody, within seconds.`,
      confirm_label: t`Save`,
      dismiss_label: t`Go on editing`,
      act: async () => {
        const body = { value, modified_at: draft.upon }
        if (await act({ params: { id: row.key }, body })) onDraft(undefined)
      },
    })
  }
  // The list is asked again whenever somebody changes a setting.
  const meanwhile = row.modified_at !== draft.seen.modified_at && wordsOf(setting, row)
  return (
    <form className={classes.line} noValidate autoComplete="off" onSubmit={(event) => void save(event)}>
      <ValueField
        setting={setting}
        label={label}
        typed={draft.typed}
        error={draft.fault}
        is_set={row.is_set}
        note={meanwhile && t`Somebody changed this meanwhile. It is now: ${meanwhile}`}
        onTyped={(typed) => onDraft({ typed, seen: draft.seen, upon: draft.upon })}
      />
      <span className={classes.acts}>
        <Button type="submit" size="compact-sm" aria-label={t`Save ${label}`}>
          <Trans>Save</Trans>
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Cancel ${label}`}
          onClick={() => onDraft(undefined)}
        >
          <Trans>Cancel</Trans>
        </Button>
      </span>
    </form>
  )
}
