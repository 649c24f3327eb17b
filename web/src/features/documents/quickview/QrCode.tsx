import { useLingui } from '@lingui/react/macro'
import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** The code of the authority's validation link; it is a link too, for who sits at a screen. */
export const QrCode = ({ url }: { url: string }) => {
  const { t } = useLingui()
  const { data, size } = encode(url, { border: 2 })
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <a href={url} target="_blank" rel="noreferrer" className={classes.code}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t`LHDN QR code`}
      >
        <path d={dark} />
      </svg>
    </a>
  )
}
