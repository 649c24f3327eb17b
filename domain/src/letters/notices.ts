import { sentenceOf, type Told, untilOf } from '../notifications/sentences.ts'
import { formatInstant } from '../time/dates.ts'

const saidUntil = (told: Told): string => {
  const said = sentenceOf(told)
  const until = untilOf(told)
  return until ? `${said} Until ${formatInstant(until)}.` : said
}

/** A mail has no top bar that says of trials what they are: a line of its own does. */
const saidOfTrials = (told: Told): string => {
  const { count, trials } = told
  const said = saidUntil(told)
  if (trials === 0) return said
  if (trials < count)
    return `${said}\n${trials.toLocaleString('en')} of them are trials without legal effect.`
  return `${said}\n${count === 1 ? 'It is a trial without legal effect.' : 'All are trials without legal effect.'}`
}

/** The words of a mail about these items, of which there is one at least; a `digest` is the daily one. */
export const noticeWords = (
  name: string,
  items: readonly [Told, ...Told[]],
  { digest }: { digest: boolean },
) => {
  const [first, ...others] = items
  const topics = `${items.length} things wait for you in Lulus`
  return {
    subject: others.length > 0 ? topics : saidUntil(first),
    greeting: `Hello ${name},`,
    sentences: items.map(saidOfTrials),
    why: digest
      ? 'You get this mail once a day because you chose so under My Account.'
      : 'You get this mail because you chose to hear of this at once, or because it is set so for everybody.',
    preferences: 'Notification preferences',
    unsubscribe: 'End the daily mail',
  }
}
