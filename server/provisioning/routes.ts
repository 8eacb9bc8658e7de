import { Elysia, status } from 'elysia'
import { answers, refusal } from '../../shared/http/errors.ts'
import { Provision, Provisioned } from '../../shared/wire/provision.ts'
import { visiting } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Provisioning } from './provisioning.ts'

/** Carries a credential of its own, which is no person's: the installer of a fleet asks it, and no browser. */
export const provisioningRoutes = ({ provisioning, rates }: { provisioning: Provisioning; rates: Rates }) =>
  new Elysia({ name: 'provisioning', prefix: '/v1' }).use(visiting).post(
    '/provision',
    ({ visitor, request, body }) => {
      const { address } = visitor
      const allowed = rates('provision', address)
      const header = request.headers.get('authorization')
      const done = allowed.ok ? provisioning.provision(header, address, body) : allowed
      return done.ok ? status(201, done.value) : refusal(done.error)
    },
    { body: Provision, response: answers(201, Provisioned) },
  )
