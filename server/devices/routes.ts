import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Device, NewDevice } from '../../shared/wire/identity.ts'
import { calling, signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Devices } from './devices.ts'

interface DeviceRouteDeps {
  devices: Devices
  rates: Rates
}

export const deviceRoutes = (deps: DeviceRouteDeps) =>
  new Elysia({ name: 'devices' }).use(readRoutes(deps)).use(changeRoutes(deps))

/** What a script may ask too. */
const readRoutes = ({ devices }: DeviceRouteDeps) =>
  new Elysia({ name: 'devices-read', prefix: '/v1/devices' })
    .use(calling)
    .get('/', ({ who }) => devices.list(who), { response: answers(200, Type.Array(Device)) })

const changeRoutes = ({ devices, rates }: DeviceRouteDeps) =>
  new Elysia({ name: 'devices-change', prefix: '/v1/devices' })
    .use(signedIn)
    .post(
      '/',
      ({ who, body }) => {
        const allowed = rates('devices', who.user.id)
        if (!allowed.ok) return refusal(allowed.error)
        const done = devices.register(who, body)
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewDevice, response: answers(201, Device) },
    )
    .delete(
      '/:device',
      ({ who, params }) => {
        const allowed = rates('devices', who.user.id)
        return answer(allowed.ok ? devices.retire(who, params.device) : allowed)
      },
      {
        params: Type.Object({ device: Type.String({ maxLength: 64 }) }),
        response: answers(200, Type.Object({ retired: Type.String() })),
      },
    )
