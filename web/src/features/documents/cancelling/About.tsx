import { Plural } from '@lingui/react/macro'
import { MINUTE_MS } from '#domain/time/units.ts'

/** About how long work takes that goes on in the background. */
export const About = ({ ms }: { ms: number }) => (
  <Plural value={Math.max(1, Math.ceil(ms / MINUTE_MS))} one="about a minute" other="about # minutes" />
)
