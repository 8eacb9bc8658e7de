/** As much of a daemon as the relay sees: keys, a tunnel, and a socket for each circuit that is opened to it. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { TunnelOrder } from '../../shared/relay/messages.ts'
import { tunnelProofInput } from '../../shared/relay/tunnel-proof.ts'
import { Value } from '../../shared/typebox.ts'
import { Enrolled } from '../../shared/wire/machine.ts'
import { type Client, dial } from '../relay/testing/client.ts'
import { newKey } from './rig.ts'

export interface TestDaemon {
  machine: string
  /** The next order down the tunnel. */
  order(): Promise<TunnelOrder>
  /** Dials back for the next `open` order, past others; resolves once spliced. */
  accept(): Promise<Client>
}

/** Enrolls with this code and holds a tunnel. */
export async function startDaemon(url: string, code: string): Promise<TestDaemon> {
  const { enrolled, privateKey } = await enroll(url, code)
  const { machine, issuer, relayUrl } = enrolled
  const tunnel = await dial(`${relayUrl}/relay/tunnel`)
  const { nonce } = await tunnel.nextJson()
  const said = Buffer.from(String(nonce), 'base64url')
  const proof = { host: new URL(relayUrl).host, issuer, machine, nonce: said, version: 1 }
  const signature = sign(null, tunnelProofInput(proof), privateKey).toString('base64url')
  tunnel.send({ t: 'hello', v: 1, machine, proof: signature, version: '0.1.0' })
  const welcome = await tunnel.nextJson()
  if (welcome.t !== 'welcome') throw new TypeError(`not welcomed: ${JSON.stringify(welcome)}`)
  const order = async (): Promise<TunnelOrder> => {
    const next = await tunnel.nextJson()
    if (!Value.Check(TunnelOrder, next)) throw new TypeError(`no order: ${JSON.stringify(next)}`)
    return next
  }
  return {
    machine,
    order,
    async accept() {
      let open = await order()
      while (open.t !== 'open') open = await order()
      const socket = await dial(`${relayUrl}/relay/accept`)
      socket.send({ v: 1, circuit: open.circuit, secret: open.secret })
      await socket.nextJson()
      return socket
    },
  }
}

/** With keys of its own. */
export async function enroll(
  url: string,
  code: string,
): Promise<{ enrolled: Enrolled; privateKey: KeyObject }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  const answer = await fetch(`${url}/v1/enroll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, machineKey: newKey(), signKey }),
  })
  const enrolled: unknown = await answer.json()
  if (!Value.Check(Enrolled, enrolled)) throw new TypeError(`not enrolled: ${JSON.stringify(enrolled)}`)
  return { enrolled, privateKey }
}
