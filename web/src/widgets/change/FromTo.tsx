import classes from './FromTo.module.css'

const NOTHING = '–'
/** Stays with what comes after it, where a line ends. */
const TO = ' →\u00a0'

/** What stood there and what stands there now; a dash where there is nothing. */
export const FromTo = ({ from, to }: { from: string; to: string }) => (
  <span className={classes.change}>
    {from ? <del>{from}</del> : NOTHING}
    {TO}
    {to ? <ins>{to}</ins> : NOTHING}
  </span>
)
