import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import type { Environment } from '../../../widgets/environment-look.ts'
import classes from './NeedsYou.module.css'

type Props = {
  name: string
  /** Where a document goes, or went. */
  environment?: Environment
  /** Where the name leads; plain words without. */
  open?: LinkProps | undefined
  /** Whom it is with. */
  party: string
  /** Why it stands here; cut short where there is no room, whole for who points at it. */
  why: string
  amount?: ReactNode
  /** Absent for whoever may not go there. */
  act?: { words: string; to: LinkProps } | undefined
}

/** One thing that needs the person: what it is, why, and the one next step. */
export const NeedRow = ({ name, environment, open, party, why, amount, act }: Props) => (
  <li className={classes.row}>
    <span className={classes.named}>
      {environment && <EnvironmentSign environment={environment} />}
      {open ? (
        <Link {...open} className={classes.name}>
          {name}
        </Link>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
    </span>
    <span className={classes.party} title={party}>
      {party}
    </span>
    <span className={classes.why} title={why}>
      {why}
    </span>
    <span className={classes.amount}>{amount}</span>
    {act && (
      <Link {...act.to} className={classes.act} aria-label={`${act.words} ${name}`}>
        {act.words}
      </Link>
    )}
  </li>
)
