import { Page } from '../../ui/Page.tsx'

export const LoginPage = () => <Page title="Sign in">…</Page>
