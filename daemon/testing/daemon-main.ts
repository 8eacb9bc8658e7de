/** A real daemon in a process of its own, for tests that kill it: `--home DIR [--limits JSON] [--port N]`. */
import { parseArgs } from 'node:util'
import pino from 'pino'
import { startDaemon } from '../start.ts'
import { roomy } from './roomy.ts'

const { values } = parseArgs({
  options: { home: { type: 'string' }, limits: { type: 'string' }, port: { type: 'string' } },
})
const started = await startDaemon({
  home: values.home ?? '',
  host: null,
  port: Number(values.port ?? 0),
  env: process.env,
  limits: { ...roomy, ...JSON.parse(values.limits ?? '{}') },
  log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
})
if (!started.ok) {
  process.stdout.write(`${JSON.stringify({ refused: started.refusal })}\n`)
  process.exit(1)
}
// A test that measures memory asks for what is held, not for what was not collected yet.
process.on('SIGUSR2', () => Bun.gc(true))
process.on('SIGTERM', () => void started.daemon.stop('keep'))
process.stdout.write(`${JSON.stringify({ ready: { url: started.daemon.url } })}\n`)
await started.daemon.stopped
process.exit(0)
