import type { SettingRow } from '#contract/installation/settings.ts'
import { type PublicKey, settingOf } from '#domain/settings/list.ts'
import { told } from '../../i18n.ts'
import { EditButton } from '../../ui/table/EditButton.tsx'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { TestMailButton } from '../../widgets/TestMailButton.tsx'
import { type Draft, typedOf, wordsOf } from './drafts.ts'
import { SettingEditor } from './SettingEditor.tsx'
import classes from './settings.module.css'

const MAIL_SERVER: PublicKey = 'mail.smtp_url'

type Props = { row: SettingRow; draft: Draft | undefined; onDraft: (draft: Draft | undefined) => void }

/** The value of a setting with its Edit, or in its place the field with Save and Cancel. */
export const SettingValue = ({ row, draft, onDraft }: Props) => {
  const setting = settingOf(row.key)
  if (!setting) return null
  if (draft) return <SettingEditor row={row} draft={draft} onDraft={onDraft} setting={setting} />
  return (
    <div className={classes.line}>
      <span className={classes.value}>{wordsOf(setting, row)}</span>
      <span className={classes.acts}>
        {row.key === MAIL_SERVER && <TestMailButton compact />}
        <EditButton
          name={told(row.label)}
          onEdit={() => onDraft({ typed: typedOf(setting, row.value), seen: row, upon: row.modified_at })}
        />
        <HistoryLink kind="setting" id={row.key} name={told(row.label)} />
      </span>
    </div>
  )
}
