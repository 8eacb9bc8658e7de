import { join } from 'node:path'
import { inModules, LINUX, type RealAgent, STUB_KEY, writeJson } from '../real-agent.ts'

const PACKAGE = '@google/gemini-cli'
const MAIN = `${PACKAGE}/bundle/gemini.js`

export const gemini: RealAgent = {
  id: 'gemini',
  catalogueId: 'gemini',
  package: PACKAGE,
  version: '0.61.0',
  needsNode: true,
  platforms: LINUX,
  files: [MAIN],
  command: (place) => [place.node, inModules(place, MAIN), '--acp'],
  // It lists no conversations, however they began.
  terminal: () => null,
  env: (home, stub) => ({
    GOOGLE_GEMINI_BASE_URL: stub,
    GEMINI_API_KEY: STUB_KEY,
    GEMINI_CLI_HOME: home,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
    NO_BROWSER: 'true',
  }),
  configure: (home) =>
    writeJson(join(home, '.gemini', 'settings.json'), {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
}
