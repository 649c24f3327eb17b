import { type Backup, type BackupRecord, backupsIn, isMadeHere } from './record.ts'

/** Against a program that knows `migrations`: the same, older (migrated on restoring), newer (refused), unreadable. */
export type Mark = '=' | '<' | '>' | '?'

export const markOf = ({ record }: Backup, migrations: readonly string[]): Mark => {
  if (!record) return '?'
  if (record.migrations.some((name) => !migrations.includes(name))) return '>'
  return record.migrations.length < migrations.length ? '<' : '='
}

/** `key`: that at hand, as `printOf` knows it. */
type Known = { migrations: readonly string[]; key: string | undefined; data_dir: string }

/** The backups in a folder, a line each, the newest first. */
export const listBackups = async (dir: string, known: Known): Promise<string> => {
  const backups = await backupsIn(dir)
  if (backups.length === 0) return `There is no backup in ${dir}. Make one: npm run lulus -- backup`
  return backups.map((backup) => lineOf(backup, known)).join('\n')
}

const lineOf = (backup: Backup, { migrations, key, data_dir }: Known): string => {
  const { name, record } = backup
  const mark = markOf(backup, migrations)
  if (!record) return `${mark}  ${name}  cannot be read`
  const bytes = record.files.reduce((sum, file) => sum + file.bytes, 0)
  const size = `${(bytes / 1e6).toFixed(1)} MB`.padStart(11)
  const other_key = key === record.key ? '' : '  of another secret key than the one at hand'
  const told = `${MEANINGS[mark]}${other_key}${elsewhere(record, data_dir, '  ')}`
  return `${mark}  ${name}  ${record.ended_at}  ${size}  ${told}`
}

/** Where it was made, after a word before, unless that is here. */
export const elsewhere = (record: BackupRecord, here: string, before: string): string =>
  isMadeHere(record, here) ? '' : `${before}made of ${record.data_dir} on ${record.host}`

const MEANINGS = {
  '=': 'of this version',
  '<': 'of an older version, brought up to this one when it is put back',
  '>': 'of a newer version, which alone puts it back',
  '?': 'cannot be read',
}
