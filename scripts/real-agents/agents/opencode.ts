import { join } from 'node:path'
import { inModules, type RealAgent, STUB_KEY, thisPlatform, writeJson } from '../real-agent.ts'

/** The package's own program is put in place by an install script, which does not run. */
const MAIN = `opencode-${thisPlatform()}/bin/opencode`

const configFolder = (home: string): string => join(home, '.config')

export const opencode: RealAgent = {
  id: 'opencode',
  catalogueId: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  needsNode: false,
  platforms: ['linux-x64'],
  files: [MAIN],
  command: (place) => [inModules(place, MAIN), 'acp'],
  terminal: (place, text) => [inModules(place, MAIN), 'run', text],
  env: (home) => ({
    XDG_CONFIG_HOME: configFolder(home),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  configure: (home, stub) => writeJson(join(configFolder(home), 'opencode', 'opencode.json'), settings(stub)),
}

const model = (name: string, reasoning: boolean) => ({
  name,
  reasoning,
  tool_call: true,
  limit: { context: 200_000, output: 32_000 },
})

const settings = (stub: string) => ({
  autoupdate: false,
  share: 'disabled',
  model: 'stub/stub-1',
  small_model: 'stub/stub-2',
  enabled_providers: ['stub'],
  // Without it nothing is asked.
  permission: { bash: 'ask', edit: 'ask' },
  provider: {
    stub: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Stub',
      options: { baseURL: `${stub}/v1`, apiKey: STUB_KEY },
      models: { 'stub-1': model('Stub 1', true), 'stub-2': model('Stub 2', false) },
    },
  },
})
