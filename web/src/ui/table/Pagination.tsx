import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import classes from './Pagination.module.css'
import { pageNumbers, pagesOf } from './page-count.ts'

type Props = {
  page: number
  page_size: number
  page_sizes: readonly number[]
  count: number
  /** There is nothing to turn: only the place of the range is left, so that it is read out once there is one again. */
  none: boolean
  /** The range in words; each list has its own. Past the last page there is none. */
  range: ReactNode
  /** Offers single pages by number as well. */
  numbered?: true
  onPage: (page: number) => void
  onPageSize: (page_size: number) => void
}

const STEP = { root: classes.step, section: classes.arrow, label: classes.word }

/** Previous, the range, Next, and how many rows a page has. */
export const Pagination = (props: Props) => {
  const { page, page_size, page_sizes, count, range, numbered, onPage, onPageSize } = props
  const { t } = useLingui()
  const { shown, watch } = useShown(props.none)
  const pages = pagesOf(count, page_size)
  return (
    <nav aria-label={t`Pages`} className={classes.bar} data-none={!shown || undefined} {...watch}>
      <Group gap="xs" className={classes.steps} mod={{ numbered }}>
        {shown && (
          <Button
            variant="default"
            classNames={STEP}
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            disabled={page <= 1}
            onClick={() => onPage(Math.min(page - 1, pages))}
          >
            <Trans>Previous</Trans>
          </Button>
        )}
        {shown && numbered && <Numbers page={page} pages={pages} onPage={onPage} />}
        <Text size="sm" className={`${classes.range} figures`} aria-live="polite">
          {!props.none && page <= pages && range}
        </Text>
        {shown && (
          <Button
            variant="default"
            classNames={STEP}
            rightSection={<IconChevronRight size={16} aria-hidden />}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <Trans>Next</Trans>
          </Button>
        )}
      </Group>
      {shown && (
        <NativeSelect
          aria-label={t`Rows per page`}
          data={page_sizes.map((size) => ({ value: String(size), label: t`${size} per page` }))}
          value={String(page_size)}
          onChange={({ currentTarget }) => onPageSize(Number(currentTarget.value))}
          w={176}
        />
      )}
    </nav>
  )
}

/** Where there is nothing to turn, the controls stay for as long as one of them has the focus. */
const useShown = (none: boolean) => {
  const bar = useRef<HTMLElement>(null)
  const [, setLeft] = useState(0)
  const shown = !none || bar.current?.contains(document.activeElement) === true
  // Only now is the focus elsewhere.
  const onBlur = () => void setTimeout(() => setLeft((times) => times + 1))
  return { shown, watch: { ref: bar, onBlur } }
}

type NumbersProps = { page: number; pages: number; onPage: (page: number) => void }

const Numbers = ({ page, pages, onPage }: NumbersProps) => {
  const { t } = useLingui()
  return pageNumbers(page, pages).map((one, index) =>
    one === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its place
      <span key={`gap ${index}`} className={classes.gap}>
        …
      </span>
    ) : (
      <Button
        key={one}
        variant={one === page ? 'light' : 'subtle'}
        px={10}
        className="figures"
        aria-label={t`Page ${one}`}
        {...(one === page && { 'aria-current': 'page' as const })}
        onClick={() => onPage(one)}
      >
        {one}
      </Button>
    ),
  )
}
