import type { ReactNode } from 'react'
import classes from './Facts.module.css'

type Props = {
  /** Name and value; one without a value is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** `list` sets the names beside their values, `grid` above them, several to a row. */
  layout: 'list' | 'grid'
}

/** What is known of a thing, each fact under its name, nothing empty. */
export const Facts = ({ facts, layout }: Props) => (
  <dl className={classes[layout] ?? ''}>
    {facts.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
