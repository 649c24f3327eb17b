import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type RuleVersion, rules, type SavedRule } from '#contract/shaping/rules.ts'
import { differences } from '#domain/access/versions.ts'
import { q } from '../../api/queries.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { Badge } from '../../ui/Badge.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs/ask.ts'
import { useDiscardQuestion } from '../../ui/dialogs/use-discard-question.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { ChangeSummary } from '../../widgets/change/ChangeSummary.tsx'
import { type Content, contentOf } from './content.ts'
import classes from './rules.module.css'
import { type Asking, needsSecond } from './use-asking.ts'

type Props = {
  rule: SavedRule
  asking: Asking
  /** Whether the form beside them holds something that going back would drop. */
  unsaved: () => boolean
  onDone: () => void
}

/** What a rule was and shall be, each version with what it changed, and the way back. */
export const Versions = ({ rule, asking, unsaved, onDone }: Props) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(rules.versions, { params: { id: rule.id } }))
  const wanted = useRef<Content>(rule)
  const { act, busy } = useAct(rules.update, {
    done: t`Validation rule updated successfully`,
    failed: (why, error) => {
      asking.note(error)
      if (needsSecond(error) && asking.isOpen()) {
        void asking.ask(contentOf(wanted.current), why)
        return ''
      }
      return `${t`Failed to update validation rule.`} ${why}`
    },
    place: 'configured',
  })
  const versions = data?.results ?? []
  // Somebody else may have made one since the form was opened.
  const newest = versions[0]?.version
  const question = useDiscardQuestion()
  const goBack = async (to: Content) => {
    if (unsaved() && !(await confirm(question))) return
    wanted.current = to
    const body = { ...contentOf(to), version: asking.version.current }
    const done = await act({ params: { id: rule.id }, body })
    if (done) onDone()
  }
  return (
    <Stack gap="xs" component="section" aria-label={t`Versions`}>
      <h3 className={classes.head}>
        <Trans>Versions</Trans>
      </h3>
      {error && !data && (
        <LoadError
          error={error}
          title={t`The versions could not be loaded.`}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={classes.versions}>
        {versions.map((one, at) => (
          <li key={one.version}>
            <div className={classes.version}>
              <span>
                <Trans>Version {one.version}</Trans> <InForce version={one} />
              </span>
              {one.version !== newest && (
                <Button variant="default" size="compact-sm" disabled={busy} onClick={() => void goBack(one)}>
                  {/* Where the one in force is not the newest, another is to take its place. */}
                  {one.in_force ? t`Stay with this` : t`Back to this`}
                </Button>
              )}
            </div>
            <span className={classes.buyer}>
              <InstantText value={one.active_from} /> · <MadeBy version={one} />
            </span>
            <ChangeSummary changes={changesOf(one, versions[at + 1])} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const InForce = ({ version: { in_force, active_until } }: { version: RuleVersion }) => {
  const { t } = useLingui()
  if (in_force) return <Badge tone="good" icon={IconCircleCheck} word={t`In force`} />
  return active_until === null ? <Badge tone="waiting" icon={IconClock} word={t`To come`} /> : null
}

/** Whoever made it; by request, whoever asked for it and whoever approved that. */
const MadeBy = ({ version: { made_by, approved_by } }: { version: RuleVersion }) =>
  approved_by === '' ? (
    made_by
  ) : (
    <Trans>
      {made_by}, approved by {approved_by}
    </Trans>
  )

/** What a version changed; of the first one that is everything. */
const changesOf = (version: RuleVersion, before: RuleVersion | undefined) =>
  differences(before && contentOf(before), contentOf(version))
