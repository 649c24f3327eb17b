import { readToken } from './api/token.ts'
import { SignIn } from './features/sign-in/SignIn.tsx'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { show } from './start.tsx'
import { readSignIn } from './ui/address/sign-in-address.ts'

const loadProgram = () => import('./program.tsx')

const open = async (address: string) => {
  history.pushState(null, '', address)
  const { openProgram } = await loadProgram()
  await openProgram()
}

/**
 * The sign-in as the first page that somebody opens: it stands alone, and the program behind it comes while they type.
 * Who comes to it from another screen finds the same in the program (`LoginPage`).
 */
export const openSignIn = (): Promise<void> => {
  const search = readSignIn(parseSearch(location.search))
  if (readToken() || search.forgotten) return loadProgram().then(({ openProgram }) => openProgram())
  return show(
    <SignIn
      search={search}
      // What fails now is asked for again when it is needed.
      onBegin={() => void loadProgram().catch(() => undefined)}
      onEnter={() => open(search.return ?? paths.dashboard)}
      onForgotten={() => void open(paths.login + stringifySearch({ ...search, forgotten: 'true' }))}
    />,
  )
}
