import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { Commit } from '#contract/logs/commits.ts'
import { InstantText } from '../../ui/DateText.tsx'
import type { Column } from '../../ui/table/table.ts'
import classes from './commits.module.css'

/** As specified. */
const ID_CHARS = 7
const PATHS_SHOWN = 3

export const useColumns = (): Column<Commit>[] => {
  const { t } = useLingui()
  const paths = (
    key: 'added_files' | 'removed_files' | 'modified_files',
    header: string,
  ): Column<Commit> => ({
    key,
    header,
    cell: (row) => <Paths paths={row[key]} />,
    full: (row) => row[key].join('\n'),
    width_max: 230,
  })
  return [
    { key: 'timestamp', header: t`Date`, cell: (row) => <InstantText value={row.timestamp} /> },
    { key: 'author_name', header: t`Author`, cell: (row) => row.author_name || t`Unknown` },
    { key: 'commit_id', header: t`Commit ID`, cell: (row) => <CommitLink commit={row} /> },
    paths('added_files', t`Files Added`),
    paths('removed_files', t`Files Removed`),
    {
      ...paths('modified_files', t`Files Modified`),
      cell: (row) => (
        <>
          <Paths paths={row.modified_files} />
          <LeftOut commit={row} />
        </>
      ),
    },
  ]
}

/** That a commit touched more files than are kept of it, at the end of those that are. */
export const LeftOut = ({ commit: { files_left_out: left_out } }: { commit: Commit }) =>
  left_out > 0 && (
    <div className={classes.left_out}>
      <Plural value={left_out} one="and # more file is not listed" other="and # more files are not listed" />
    </div>
  )

/** The first seven characters, leading to the commit where its address is known. */
export const CommitLink = ({ commit: { commit_id, commit_url } }: { commit: Commit }) => {
  const short = commit_id.slice(0, ID_CHARS)
  if (!isFollowed(commit_url))
    return (
      <span className={classes.id}>
        {short} <Trans>(N/A)</Trans>
      </span>
    )
  return (
    <Anchor href={commit_url} target="_blank" rel="noopener noreferrer" className={classes.id}>
      {short}
    </Anchor>
  )
}

/** The server keeps no others; an address that runs something is not followed in any case. */
const isFollowed = (url: string) => url.startsWith('https://') || url.startsWith('http://')

/** The first few; the rest is counted, and read on hover. */
const Paths = ({ paths }: { paths: readonly string[] }) => {
  const more = paths.length - PATHS_SHOWN
  if (paths.length === 0) return '–'
  return (
    <ul className={classes.paths}>
      {paths.slice(0, PATHS_SHOWN).map((path) => (
        <li key={path}>{path}</li>
      ))}
      {more > 0 && (
        <li className={classes.more}>
          <Trans>and {more} more</Trans>
        </li>
      )}
    </ul>
  )
}
