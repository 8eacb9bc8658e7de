import { join } from 'node:path'
import { inModules, LINUX, type RealAgent, STUB_KEY, writeJson } from '../real-agent.ts'

const PACKAGE = '@qwen-code/qwen-code'
const MAIN = `${PACKAGE}/cli.js`

export const qwen: RealAgent = {
  id: 'qwen',
  catalogueId: 'qwen',
  package: PACKAGE,
  version: '0.24.4',
  needsNode: true,
  platforms: LINUX,
  files: [MAIN],
  command: (place) => [place.node, inModules(place, MAIN), '--acp'],
  terminal: (place, text) => [place.node, inModules(place, MAIN), '-p', text],
  env: (_home, stub) => ({
    OPENAI_BASE_URL: `${stub}/v1`,
    OPENAI_API_KEY: STUB_KEY,
    OPENAI_MODEL: 'stub-1',
    NO_BROWSER: 'true',
  }),
  configure: (home, stub) =>
    writeJson(join(home, '.qwen', 'settings.json'), {
      // Two, so that there is a model to choose.
      modelProviders: {
        openai: ['stub-1', 'stub-2'].map((id) => ({
          id,
          name: id,
          envKey: 'OPENAI_API_KEY',
          baseUrl: `${stub}/v1`,
        })),
      },
      security: { auth: { selectedType: 'openai' } },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
}
