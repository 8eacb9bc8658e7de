import { inModules, LINUX, type RealAgent, thisPlatform } from '../real-agent.ts'
import { codexEnv, configureCodex } from './codex-home.ts'

const PACKAGE = '@zed-industries/codex-acp'
/** The package's own program is a script for Node that starts this one. */
const MAIN = `${PACKAGE}-${thisPlatform()}/bin/codex-acp`

export const zcodex: RealAgent = {
  id: 'zcodex',
  catalogueId: 'zcodex',
  package: PACKAGE,
  version: '0.16.0',
  needsNode: false,
  platforms: LINUX,
  files: [MAIN],
  command: (place) => [inModules(place, MAIN)],
  // Its package has no command line.
  terminal: () => null,
  env: codexEnv,
  configure: configureCodex,
}
