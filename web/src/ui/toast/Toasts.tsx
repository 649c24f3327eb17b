import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export const Toasts = () => <Notifications limit={5} zIndex={400} />
