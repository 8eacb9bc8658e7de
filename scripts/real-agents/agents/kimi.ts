import { join } from 'node:path'
import { inModules, LINUX, type RealAgent, STUB_KEY } from '../real-agent.ts'

const PACKAGE = '@moonshot-ai/kimi-code'
const MAIN = `${PACKAGE}/dist/main.mjs`

const homeOf = (home: string): string => join(home, '.kimi-code')

export const kimi: RealAgent = {
  id: 'kimi',
  catalogueId: 'kimi',
  package: PACKAGE,
  version: '2.1.0',
  needsNode: true,
  platforms: LINUX,
  files: [MAIN],
  command: (place) => [place.node, inModules(place, MAIN), 'acp'],
  // What `kimi -p` begins has no title in its list, like a conversation in which nothing was said: it is not shown.
  terminal: () => null,
  env: (home) => ({
    KIMI_CODE_HOME: homeOf(home),
    KIMI_DISABLE_TELEMETRY: '1',
    KIMI_CODE_NO_AUTO_UPDATE: '1',
  }),
  async configure(home, stub) {
    await Bun.write(join(homeOf(home), 'config.toml'), config(stub))
  },
}

const config = (stub: string): string => `\
default_model = "stub"
telemetry = false

[providers.stub]
type = "openai"
base_url = ${JSON.stringify(`${stub}/v1`)}
api_key = "${STUB_KEY}"

[models.stub]
provider = "stub"
model = "stub-1"
max_context_size = 200000

# A second one, so that there is a model to choose.
[models.stub-2]
provider = "stub"
model = "stub-2"
max_context_size = 200000
`
