/** An admitted device's circuit: serves its requests as what its capability and the lock leave of it, until that ends. */
import type { Logger } from 'pino'
import { createEndpoint } from '../../shared/circuit/endpoint.ts'
import type { Reason } from '../../shared/circuit/reason.ts'
import { serveCircuit } from '../../shared/circuit/serve.ts'
import { TOKEN_LEEWAY_MS } from '../../shared/limits.ts'
import type { Transport } from '../../shared/noise/transport.ts'
import { noiseSealer } from '../../shared/relay/noise-sealer.ts'
import type { OpeningChannel } from '../../shared/relay/opening-channel.ts'
import { type Clock, SECOND_MS, type Timer } from '../../shared/time.ts'
import type { Capability } from '../../shared/token/claims.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import { admit, type DevicePrincipal } from '../auth/principal.ts'
import { scopeUsedBy } from '../auth/scope-guard.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Lock } from '../lock/lock.ts'
import type { AdmittedDevice } from './admit-device.ts'
import { type JudgeDeps, judgeCapability } from './judge.ts'

export interface DeviceCircuitDeps extends JudgeDeps {
  clock: Clock
  limits: DaemonLimits
  lock: Pick<Lock, 'still'>
  log: Logger
  fetch(request: Request): Response | Promise<Response>
}

export interface DeviceCircuit {
  /** Its scopes are those of the moment. */
  readonly principal: DevicePrincipal
  readonly closed: Promise<Reason>
  /** The lock changed: the device may do less now, or nothing. */
  lookAgain(): void
  end(reason: Reason): void
}

export function serveDevice(
  deps: DeviceCircuitDeps,
  channel: OpeningChannel,
  transport: Transport,
  device: AdmittedDevice,
): DeviceCircuit {
  const { clock, lock } = deps
  let { claims, scopes } = device
  let expiry: Timer | null = null
  // One for all requests, with the scopes of the moment: a body may take longer to come than a scope lasts.
  const { sub, dev, sid } = claims
  const principal: DevicePrincipal = {
    kind: 'device',
    sub,
    dev,
    key: device.key,
    sid,
    get scopes() {
      return scopes
    },
    get fresh() {
      return claims.fsh === true && clock.now() < claims.exp * SECOND_MS
    },
  }

  const endpoint = createEndpoint({
    role: 'acceptor',
    channel: channel.rest(),
    sealer: noiseSealer(transport),
    clock,
    onRenew: renew,
    admitted: true,
  })
  const serving = serveCircuit(endpoint, deps.fetch, {
    principal: (request) => admit(request, principal),
    failed: (err) => deps.log.error({ err }, 'a request of a circuit failed'),
  })
  const life = clock.after(deps.limits.circuitLifeMs, () =>
    end({ code: 'expired', message: 'a circuit lives a day at most' }),
  )
  watchExpiry()
  void endpoint.closed.then(() => {
    expiry?.cancel()
    life.cancel()
    transport.close()
  })

  function end(reason: Reason): void {
    endpoint.close(reason)
  }

  function watchExpiry(): void {
    expiry?.cancel()
    const left = claims.exp * SECOND_MS + TOKEN_LEEWAY_MS - clock.now()
    expiry = clock.after(Math.max(0, left), () =>
      end({ code: 'token_expired', message: 'the capability ended and was not renewed' }),
    )
  }

  function renew(given: string): Reason | null {
    const judged = judgeCapability(deps, given, transport.remoteKey)
    if (!judged.ok) return judged.error
    const other = differenceOf(claims, judged.value)
    if (other) return { code: 'token_invalid', message: `a renewal has the same ${other}, and ends later` }
    claims = judged.value
    watchExpiry()
    return narrow()
  }

  /** Reads the lock, and cuts what goes on under a scope that is gone. */
  function narrow(): Reason | null {
    const left = lock.still({ key: device.key, sub: claims.sub, scopes: claims.scp })
    if (!left)
      return { code: 'device_not_approved', message: 'the machine does not let this device in any more' }
    scopes = left
    const isLost = (request: Request): boolean => {
      const used: Scope | null = scopeUsedBy(request)
      return used !== null && !left.includes(used)
    }
    serving.cut(isLost, { code: 'scope_lost', message: 'the device may not do this any more' })
    return null
  }

  return {
    principal,
    closed: endpoint.closed,
    end,
    lookAgain() {
      const over = narrow()
      if (over) end(over)
    },
  }
}

/** Issuer, machine and device key were compared already. */
function differenceOf(before: Capability, after: Capability): string | null {
  const same = (['sub', 'dev', 'sid'] as const).find((name) => before[name] !== after[name])
  return same ?? (after.exp > before.exp ? null : 'holder')
}
