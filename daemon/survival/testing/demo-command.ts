/** The demo agent's command line with a journal, as `FAIRLEAD_AGENT_DEMO` takes it. */
import { join } from 'node:path'

const root = join(import.meta.dir, '..', '..', '..')

/** `more`: further arguments of the demo agent. */
export function demoCommand(place: { home: string; journal: string }, more: readonly string[] = []): string {
  const words = [
    process.execPath,
    `--config=${join(root, 'bunfig.toml')}`,
    '--no-env-file',
    join(root, 'scripts', 'demo-agent', 'main.ts'),
    '--state',
    join(place.home, 'demo'),
    '--journal',
    place.journal,
    ...more,
  ]
  return words.map((word) => `'${word}'`).join(' ')
}
