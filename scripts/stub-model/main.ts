/** `bun scripts/stub-model/main.ts [PORT]`: the stub as a process. Says its address, then each request that ended. */
import { startStubModel } from './stub-model.ts'

const USAGE = 'usage: bun scripts/stub-model/main.ts [PORT]'

const [port = '0', more] = process.argv.slice(2)
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || more !== undefined) {
  console.error(USAGE)
  process.exit(2)
}

const stub = startStubModel({
  port: Number(port),
  onEnd: (seen) => console.error(JSON.stringify(seen)),
})
console.log(`stub-model ${stub.url}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await stub.stop()
    process.exit(0)
  })
}
