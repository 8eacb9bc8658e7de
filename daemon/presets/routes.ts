import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { NewPreset, Preset, PresetChange, Strip, StripChange } from '../../shared/wire/preset.ts'
import { identity } from '../auth/identity.ts'
import type { Presets } from './presets.ts'
import type { StripOrder } from './strip.ts'

const one = Type.Object({ preset: Type.String({ minLength: 1, maxLength: 64 }) })

export const presetRoutes = ({ presets, strip }: { presets: Presets; strip: StripOrder }) =>
  new Elysia({ name: 'presets', prefix: '/v1' })
    .use(identity)
    .get('/presets', () => presets.list(), { response: answers(200, Type.Array(Preset)) })
    .post(
      '/presets',
      async ({ body, command }) => {
        const done = await presets.create(command(body, 201), body)
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewPreset, response: answers(201, Preset) },
    )
    .patch(
      '/presets/:preset',
      async ({ params, body, command }) => answer(await presets.change(command(body), params.preset, body)),
      { params: one, body: PresetChange, response: answers(200, Preset) },
    )
    .delete(
      '/presets/:preset',
      async ({ params, command }) => answer(await presets.remove(command(null), params.preset)),
      { params: one, response: answers(200, Type.Object({ deleted: Type.String() })) },
    )
    .get('/strip', () => strip.get(), { response: answers(200, Strip) })
    .put('/strip', async ({ body, command }) => answer(await strip.set(command(body), body.ids)), {
      body: StripChange,
      response: answers(200, Strip),
    })
