import { join } from 'node:path'
import { inModules, LINUX, type RealAgent, STUB_KEY, thisPlatform, writeJson } from '../real-agent.ts'

const PACKAGE = '@agentclientprotocol/claude-agent-acp'
const PROGRAM = `@anthropic-ai/claude-agent-sdk-${thisPlatform()}/claude`
const MAIN = `${PACKAGE}/dist/index.js`

export const claude: RealAgent = {
  id: 'claude',
  catalogueId: 'claude',
  package: PACKAGE,
  version: '0.101.0',
  needsNode: true,
  platforms: LINUX,
  files: [MAIN, PROGRAM],
  command: (place) => [place.node, inModules(place, MAIN)],
  terminal: (place, text) => [inModules(place, PROGRAM), '-p', text],
  env: (home, stub) => ({
    ANTHROPIC_BASE_URL: stub,
    ANTHROPIC_API_KEY: STUB_KEY,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Root may then choose the mode that asks nothing, so that every mode can be tried.
    IS_SANDBOX: '1',
    // Otherwise most tools hide behind a search that the stub would have to play.
    ENABLE_TOOL_SEARCH: 'false',
    // Its own ten tries take more than a minute before an error is shown.
    CLAUDE_CODE_MAX_RETRIES: '1',
  }),
  // Without it a session starts in `auto`, where a model decides and nobody is asked.
  configure: (home) =>
    writeJson(join(home, '.claude', 'settings.json'), { permissions: { defaultMode: 'default' } }),
}
