import { Skeleton } from '@mantine/core'
import { Page } from '../../ui/Page.tsx'

/** Holds the place of the cards while the document is loaded. */
export const FormSkeleton = ({ title }: { title: string }) => (
  <Page title={title}>
    <Skeleton height={230} radius="lg" />
    <Skeleton height={280} radius="lg" />
    <Skeleton height={240} radius="lg" />
  </Page>
)
