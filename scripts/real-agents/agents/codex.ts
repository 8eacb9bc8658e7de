import { inModules, LINUX, type RealAgent, thisPlatform } from '../real-agent.ts'
import { codexEnv, configureCodex } from './codex-home.ts'

const PACKAGE = '@agentclientprotocol/codex-acp'
const MAIN = `${PACKAGE}/dist/index.js`

export const codex: RealAgent = {
  id: 'codex',
  catalogueId: 'codex',
  package: PACKAGE,
  version: '2.6.0',
  needsNode: true,
  platforms: LINUX,
  files: [MAIN, `@openai/codex-${thisPlatform()}/package.json`],
  command: (place) => [place.node, inModules(place, MAIN)],
  // Its adapter lists no conversation of `codex exec`, which are of a source that it leaves out.
  terminal: () => null,
  env: codexEnv,
  configure: configureCodex,
}
