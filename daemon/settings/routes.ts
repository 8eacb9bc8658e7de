import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { MachineSettings, MachineSettingsChange } from '../../shared/wire/settings.ts'
import { identity } from '../auth/identity.ts'
import type { Settings } from './settings.ts'

export const settingsRoutes = (deps: { settings: Settings }) =>
  new Elysia({ name: 'settings', prefix: '/v1/settings' })
    .use(identity)
    .get('/', () => deps.settings.get(), { response: answers(200, MachineSettings) })
    .patch('/', async ({ body, command }) => answer(await deps.settings.change(command(body), body)), {
      body: MachineSettingsChange,
      response: answers(200, MachineSettings),
    })
