import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { approvals, CurrencySum } from '#contract/approvals.ts'
import type { Output } from '#contract/endpoint.ts'
import { useProfile } from '../../../session/session.ts'
import classes from './many.module.css'
import { SumList } from './SumList.tsx'

/** What was noted, and whose it is. */
export type FrozenSet = Output<typeof approvals.freeze>

type QuestionProps = {
  count: number
  sums: readonly CurrencySum[]
  /** The names of those whose documents these are. */
  companies: readonly string[]
  children?: ReactNode
}

/** What is asked before many are approved: how many, what they come to, and for how long it can be undone. */
export const Question = ({ count, sums, companies, children }: QuestionProps) => (
  <>
    <Trans>
      Are you sure you want to approve <Plural value={count} one="# invoice" other="# invoices" />? You can
      undo it for ten seconds; after that, this action is not reversible.
    </Trans>
    <Following />
    <SumList sums={sums} />
    <Companies names={companies} />
    {children}
  </>
)

/** The same of all that there are. */
export const QuestionOfAll = ({ set: { total, sums, companies } }: { set: FrozenSet }) => (
  <>
    <Trans>
      Are you sure you want to approve ALL{' '}
      <Plural value={total} one="# pending invoice" other="# pending invoices" /> that you may approve, on
      every page? You can undo it for ten seconds; after that, this action is not reversible.
    </Trans>
    <Following />
    <SumList sums={sums} />
    <Companies names={companies} />
  </>
)

const Following = () => (
  <Text mt="xs">
    <Trans>Lulus then sends them to LHDN.</Trans>
  </Text>
)

/** Whose documents these are, told to whoever has several companies. */
const Companies = ({ names }: { names: readonly string[] }) => {
  const several = useProfile().sender_entities.length > 1
  const all = names.join(', ')
  return (
    several && (
      <p className={classes.quiet}>
        {names.length === 1 ? <Trans>Company: {all}</Trans> : <Trans>Companies: {all}</Trans>}
      </p>
    )
  )
}

/** How many of those that match are no part of it. */
export const LeftOut = ({ count }: { count: number }) =>
  count > 0 && (
    <p className={classes.quiet}>
      <Plural
        value={count}
        one="# more that matches is not yours to approve."
        other="# more that match are not yours to approve."
      />
    </p>
  )
