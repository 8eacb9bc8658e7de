/** The same search, over the same recorder and relay, with circuits that are not sealed: it finds every word. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { startDaemon } from '../../server/testing/daemon.ts'
import type { Channel, Sealer } from '../../shared/circuit/channel.ts'
import { createEndpoint } from '../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { serveCircuit } from '../../shared/circuit/serve.ts'
import { ok } from '../../shared/errors.ts'
import { randomText, systemRandom } from '../../shared/ids.ts'
import { dialConnect } from '../../shared/relay/dial-connect.ts'
import { socketChannel } from '../../shared/relay/socket-channel.ts'
import { systemClock } from '../../shared/time.ts'
import { connectAuthority, unwrap } from '../cli/client.ts'
import { signedIn } from '../cli/remote/account.ts'
import { foundIn, seenIn } from './testing/seen.ts'
import { createWorld } from './testing/world.ts'

setDefaultTimeout(60_000)

const unsealed: Sealer = {
  seal: (plaintext) => plaintext.slice(),
  open: (message) => message,
  rekeySend() {},
  rekeyReceive() {},
}

const endpoint = (role: 'initiator' | 'acceptor', channel: Channel) =>
  createEndpoint({ role, channel, sealer: unsealed, clock: systemClock })

test('without encryption the one in the middle sees what was asked and what was answered', async () => {
  const words = { asked: randomText(systemRandom, 20), answered: randomText(systemRandom, 20) }
  const world = await createWorld(process.env, `control-${process.pid}`)
  try {
    const { code, machine } = await world.json(world.device, ['machines', 'add', 'glass'])
    const glass = await startDaemon(world.origin, code.split('.')[0])
    const account = signedIn(world.device)
    const { tokens } = await unwrap(connectAuthority(account).v1.tokens.post({ machines: [machine.id] }))
    const [token] = tokens
    if (!token || 'error' in token) throw new Error('no token')
    const dialled = dialConnect({
      url: `${token.relayUrl}/relay/connect`,
      capability: token.capability,
      clock: systemClock,
      openSocket: (url) => new WebSocket(url),
    })
    const accepted = await glass.accept()
    serveCircuit(endpoint('acceptor', socketChannel(accepted.socket, systemClock)), async (request) => {
      expect(await request.text()).toContain(words.asked)
      return new Response(words.answered)
    })
    const channel = await dialled
    if (!channel.ok) throw channel.error
    const device = endpoint('initiator', channel.value)
    const fetch = createCircuitFetch(async () => ok(device))
    const answer = await fetch('http://machine/v1/sessions', { method: 'POST', body: words.asked })
    expect(await answer.text()).toBe(words.answered)
    expect(foundIn(world.recorder.recordings.flatMap(seenIn), words)).toEqual(['asked', 'answered'])
    device.close({ code: 'cancelled', message: 'the test is done' })
  } finally {
    await world.end()
  }
})
