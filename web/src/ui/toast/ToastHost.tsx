import { useNotifications } from '@mantine/notifications'
import { Suspense } from 'react'
import { useOnce } from '../later/late-open.ts'
import { later } from '../later/later.ts'

const Toasts = later(async () => (await import('./Toasts.tsx')).Toasts)

/** Where toasts appear. */
export const ToastHost = () => {
  const { notifications, queue } = useNotifications()
  return <Suspense>{useOnce(notifications.length + queue.length > 0) && <Toasts />}</Suspense>
}
