import { openSignIn } from './sign-in.tsx'

void openSignIn()
