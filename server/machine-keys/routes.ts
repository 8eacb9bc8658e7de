import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { KeyStatements, MachineKeyChange, MachineKeyChanged } from '../../shared/wire/machine.ts'
import { visiting } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Keys } from '../tokens/keys.ts'
import type { MachineKeys } from './machine-keys.ts'

export interface MachineKeyRouteDeps {
  machineKeys: MachineKeys
  statements: Pick<Keys, 'statements'>
  issuer: string
  rates: Rates
}

/** For daemons, which are signed in nowhere: both answer nothing that is anybody's secret. */
export const machineKeyRoutes = ({ machineKeys, statements, issuer, rates }: MachineKeyRouteDeps) =>
  new Elysia({ name: 'machine-keys', prefix: '/v1' })
    .use(visiting)
    .post(
      '/machine-keys',
      ({ visitor, body }) => {
        const allowed = rates('machine_keys', visitor.address)
        return answer(allowed.ok ? machineKeys.change(body.statement, visitor.address) : allowed)
      },
      { body: MachineKeyChange, response: answers(200, MachineKeyChanged) },
    )
    .get('/key-statements', () => ({ issuer, statements: statements.statements() }), {
      response: answers(200, KeyStatements),
    })
