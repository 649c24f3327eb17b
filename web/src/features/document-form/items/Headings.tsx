import { Trans } from '@lingui/react/macro'
import classes from './items.module.css'

/** What the columns of the lines are; each cell names itself as well. */
export const Headings = () => (
  <thead>
    <tr>
      <th scope="col" className={classes.position}>
        #
      </th>
      <th scope="col">
        <Trans>Description</Trans>
      </th>
      <th scope="col" className={classes.classification}>
        <Trans>Classification</Trans>
      </th>
      <th scope="col" className={`${classes.quantity} ${classes.output}`}>
        <Trans>Quantity</Trans>
      </th>
      <th scope="col" className={classes.unit}>
        <Trans>Unit</Trans>
      </th>
      <th scope="col" className={`${classes.price} ${classes.output}`}>
        <Trans>Unit Price</Trans>
      </th>
      <th scope="col" className={`${classes.percent} ${classes.output}`}>
        <Trans>Disc. %</Trans>
      </th>
      <th scope="col" className={`${classes.discount} ${classes.output}`}>
        <Trans>Discount</Trans>
      </th>
      <th scope="col" className={classes.tax_type}>
        <Trans>Tax Type</Trans>
      </th>
      <th scope="col" className={`${classes.percent} ${classes.output}`}>
        <Trans>Rate %</Trans>
      </th>
      <th scope="col" className={`${classes.tax} ${classes.output}`}>
        <Trans>Tax</Trans>
      </th>
      <th scope="col" className={`${classes.price} ${classes.output}`}>
        <Trans>Total</Trans>
      </th>
      <th scope="col" className={classes.actions}>
        <span className={classes.hidden}>
          <Trans>Actions</Trans>
        </span>
      </th>
    </tr>
  </thead>
)
