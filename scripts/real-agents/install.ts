/**
 * Installs the real agents into the cache: `bun scripts/real-agents/install.ts [AGENT…]`, without a name all of them
 * (2 GB). What is there already is left alone. Exit code 1 when one could not be installed, 2 for a wrong word.
 */
import { realAgents } from './agents.ts'
import { packagesOf } from './cache.ts'
import { chooseAgents, unknownName } from './choose-agents.ts'
import { agentsCache } from './config.ts'
import { installPackage } from './install-package.ts'
import { thisPlatform } from './real-agent.ts'

const named = process.argv.slice(2)
const unknown = unknownName(named)
if (unknown !== undefined) {
  const known = realAgents.map(({ id }) => id).join(' ')
  console.error(
    `there is no agent ${unknown}\n\nusage: bun scripts/real-agents/install.ts [AGENT…]\n\n  AGENT…  of ${known}`,
  )
  process.exit(2)
}

const cache = agentsCache()
console.error(`into ${cache}`)
for (const choice of chooseAgents(
  { named, install: true },
  { installed: new Set(), platform: thisPlatform() },
)) {
  const { agent } = choice
  if (choice.kind === 'run') await install(agent)
  else if (named.length === 0 || named.includes(agent.id))
    console.log(`${agent.id}: skipped: ${choice.reason}`)
}

async function install(agent: (typeof realAgents)[number]): Promise<void> {
  for (const one of packagesOf(agent)) {
    const outcome = await installPackage({ cache, package: one })
    switch (outcome.kind) {
      case 'there':
        break
      case 'installed':
        console.log(`${one.id}: ${one.package}@${one.version}`)
        break
      case 'failed':
        console.error(`${one.id}: ${outcome.sentence}`)
        process.exitCode = 1
        return
    }
  }
}
