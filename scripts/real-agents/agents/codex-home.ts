/** What both adapters of Codex take: the key, and `config.toml` with the stub as the only provider. */
import { join } from 'node:path'
import { STUB_KEY } from '../real-agent.ts'

const homeOf = (home: string): string => join(home, '.codex')

export const codexEnv = (home: string): Record<string, string> => ({
  CODEX_HOME: homeOf(home),
  CODEX_API_KEY: STUB_KEY,
  NO_BROWSER: '1',
})

export async function configureCodex(home: string, stub: string, cwd: string): Promise<void> {
  await Bun.write(join(homeOf(home), 'config.toml'), codexConfig(stub, cwd))
}

/** The model is one that Codex knows: with another every turn begins with a warning. */
const codexConfig = (stub: string, cwd: string): string => `\
model = "gpt-5.5"
model_provider = "stub"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.stub]
name = "stub"
base_url = ${JSON.stringify(`${stub}/v1`)}
wire_api = "responses"
env_key = "CODEX_API_KEY"
request_max_retries = 1
stream_max_retries = 1
supports_websockets = false

[projects.${JSON.stringify(cwd)}]
trust_level = "trusted"
`
