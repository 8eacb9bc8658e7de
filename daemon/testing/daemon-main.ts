/** A real daemon in a process of its own, for tests that kill it: `--home DIR [--limits JSON] [--port N]`. */
import { parseArgs } from 'node:util'
import pino from 'pino'
import { startDaemon } from '../start.ts'

const { values } = parseArgs({
  options: { home: { type: 'string' }, limits: { type: 'string' }, port: { type: 'string' } },
})
const started = await startDaemon({
  home: values.home ?? '',
  host: null,
  port: Number(values.port ?? 0),
  env: process.env,
  limits: JSON.parse(values.limits ?? '{}'),
  log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
})
if (!started.ok) {
  process.stdout.write(`${JSON.stringify({ refused: started.refusal })}\n`)
  process.exit(1)
}
process.on('SIGTERM', () => void started.daemon.stop('keep'))
process.stdout.write(`${JSON.stringify({ ready: { url: started.daemon.url } })}\n`)
await started.daemon.stopped
process.exit(0)
