// npm start: installs and builds what is missing, then runs the authority's simulator and the portal.
import { createProcesses, demandFreePort } from './processes.mjs'
import { buildScreens, demandNoService, findNode, install, simulatorEnv } from './project.mjs'

demandNoService()
install()
const node = findNode()
buildScreens(node)

const { PORT, HOST, SIMULATOR_PORT, SIMULATOR_URL, LOG_LEVEL } = process.env
const args = process.argv.slice(2)
const processes = createProcesses()
if (!args.includes('--roles=worker')) await demandFreePort('PORT', PORT || 8080, HOST || '0.0.0.0')

if (!SIMULATOR_URL) {
  await demandFreePort('SIMULATOR_PORT', SIMULATOR_PORT || 8090, '127.0.0.1')
  await processes.start('simulator', node, ['simulator/src/main.ts'], {
    env: simulatorEnv(),
    first_line: true,
    // Documents can be written and approved without it; they go out when it is back.
    may_lack: true,
  })
}
// The address and the accounts should not drown in one line per request.
processes.start('portal', node, ['server/src/main.ts', ...args], {
  env: {
    LOG_LEVEL: LOG_LEVEL || 'warn',
    SIMULATOR_URL: SIMULATOR_URL || `http://127.0.0.1:${SIMULATOR_PORT || 8090}`,
  },
})
