/**
 * A relay in a process of its own, for the benches: it takes every proof and capability, prints its port, and answers
 * `/memory` (private MiB after a collection), `/figures` and `/revoke` (the person named goes).
 */
import pino from 'pino'
import { privateMb } from '../../../daemon/keeper/testing.ts'
import { relayLimits } from '../../../server/relay/limits.ts'
import { createRelay } from '../../../server/relay/relay.ts'
import type { Seat } from '../../../server/relay/socket.ts'
import { testRows } from '../../../server/relay/testing/rows.ts'
import { systemRandom } from '../../../shared/ids.ts'
import { systemClock } from '../../../shared/time.ts'

const { rows, authorization } = testRows(systemClock.now)
const relay = createRelay({
  authorization: {
    ...authorization,
    tunnel: () => ({ ok: true, value: { signKey: new Uint8Array(32) } }),
  },
  clock: systemClock,
  random: systemRandom,
  limits: relayLimits,
  log: pino({ level: 'silent' }),
  verify: () => true,
})

const server = Bun.serve<Seat>({
  hostname: '127.0.0.1',
  port: 0,
  websocket: relay.websocket,
  fetch(request, server) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/memory') {
      Bun.gc(true)
      return Response.json({ privateMb: privateMb(process.pid) })
    }
    if (pathname === '/figures') return Response.json(relay.figures())
    if (pathname !== '/revoke') return relay.upgrade(request, server, '127.0.0.1')
    const sub = searchParams.get('sub') ?? ''
    rows.ended.set(sub, 'user_disabled')
    relay.reauthorize({ sub })
    return new Response('revoked')
  },
})
console.log(server.port)
