// npm run dev: simulator, portal (restarted when its sources change) and the screens with hot reload.
import { createProcesses, demandFreePort } from './processes.mjs'
import { findNode, install, simulatorEnv } from './project.mjs'

install()
const node = findNode()
const processes = createProcesses()
await demandFreePort('PORT', process.env.PORT || 8080, '0.0.0.0')
await demandFreePort('SIMULATOR_PORT', process.env.SIMULATOR_PORT || 8090, '127.0.0.1')
await processes.start('simulator', node, ['simulator/src/main.ts'], { env: simulatorEnv(), first_line: true })
processes.start('portal', node, ['--watch-preserve-output', '--watch', 'server/src/main.ts'], {
  env: { SIMULATOR_URL: `http://127.0.0.1:${process.env.SIMULATOR_PORT || 8090}` },
})
processes.start('screens', node, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'])
