/**
 * After a change of rows: what no longer holds is closed, and the machines concerned hear of it. A filter that names a
 * machine, or a person (who may own some), looks at tunnels as well; one sign-in or device holds none.
 */
import type { Circuits } from './circuits.ts'
import type { Hub } from './hub.ts'
import type { Authorization, CircuitSubject, ReauthorizeFilter } from './ports.ts'

export function reauthorize(
  { authorization, circuits, hub }: { authorization: Authorization; circuits: Circuits; hub: Hub },
  filter: ReauthorizeFilter,
): void {
  for (const circuit of [...circuits.all]) {
    if (!fits(circuit.subject, filter)) continue
    const code = authorization.stillHolds(circuit.subject)
    if (code === null) continue
    const reason = code === 'machine_revoked' ? 'machine_deleted' : 'revoked'
    circuit.end(reason, { code, message: 'what allowed this circuit no longer holds' })
  }
  const holdsTunnels = filter.dev === undefined && filter.sid === undefined
  for (const tunnel of hub.all()) {
    if (filter.machine !== undefined && tunnel.machine !== filter.machine) continue
    if (holdsTunnels) tunnel.recheck()
    tunnel.sayOwed()
  }
}

const fits = (subject: CircuitSubject, filter: ReauthorizeFilter): boolean =>
  (filter.machine ?? subject.machine) === subject.machine &&
  (filter.sub ?? subject.sub) === subject.sub &&
  (filter.dev ?? subject.dev) === subject.dev &&
  (filter.sid ?? subject.sid) === subject.sid
