/** The real installer of the real daemon, against a registry of the test's own. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import type { AgentInstall } from '../../shared/wire/agent.ts'
import { startRegistry, type TestPackage } from '../testing/registry.ts'
import { data, mustStart, type Rig } from '../testing/rig.ts'

const LONG = 90_000
const kimi: TestPackage = {
  name: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  manifest: { bin: { kimi: 'main.sh' }, scripts: { postinstall: 'touch "$HOME/ran-a-script"' } },
  files: { 'main.sh': '#!/bin/sh\necho "kimi $@"\n' },
}

async function over(rig: Rig): Promise<AgentInstall> {
  for (;;) {
    const now = data(await rig.api.v1.agents({ agent: 'kimi' }).install.get())
    if (now.state !== 'running') return now
    await Bun.sleep(50)
  }
}
const seen = async (rig: Rig, id: string) =>
  data(await rig.api.v1.agents.get()).find((agent) => agent.id === id)
const start = (home: string, registry: string, limits = {}) =>
  mustStart({
    home,
    limits,
    env: { PATH: '/usr/bin:/bin', NPM_CONFIG_REGISTRY: registry, BUN_CONFIG_REGISTRY: registry },
  })

test(
  'the pinned version is installed into the home without its scripts, and found after PATH',
  async () => {
    await using home = await tempHome()
    const registry = startRegistry(kimi)
    const rig = await start(home.path, registry.url)
    try {
      expect(await seen(rig, 'kimi')).toMatchObject({ found: false, installable: true, installed: null })
      const begun = data(await rig.api.v1.agents({ agent: 'kimi' }).install.post())
      expect(begun).toMatchObject({ state: 'running', package: '@moonshot-ai/kimi-code@2.1.0' })
      const done = await over(rig)
      expect([done.state, done.message]).toEqual(['done', undefined])
      expect(done.output).toContain('kimi-code')
      const program = join(home.path, 'agents', 'kimi', 'node_modules', '.bin', 'kimi')
      expect(await seen(rig, 'kimi')).toMatchObject({ found: true, installed: '2.1.0', program })
      expect(await new Response(Bun.spawn([program, 'acp']).stdout).text()).toBe('kimi acp\n')
      expect(existsSync(join(home.path, 'ran-a-script'))).toBe(false)
      expect(existsSync(join(home.path, 'agents', 'kimi.new'))).toBe(false)
      // Once more, over what is there.
      data(await rig.api.v1.agents({ agent: 'kimi' }).install.post())
      expect((await over(rig)).state).toBe('done')
    } finally {
      await rig.stop('all')
      await registry.stop()
    }
  },
  LONG,
)

test(
  'a version that is not there fails with the installer’s words and leaves nothing',
  async () => {
    await using home = await tempHome()
    const registry = startRegistry({ ...kimi, version: '9.9.9' })
    const rig = await start(home.path, registry.url)
    try {
      data(await rig.api.v1.agents({ agent: 'kimi' }).install.post())
      const failed = await over(rig)
      expect(failed).toMatchObject({ state: 'failed', message: expect.stringContaining('ended with code') })
      expect(failed.output).toContain('2.1.0')
      expect(existsSync(join(home.path, 'agents', 'kimi.new'))).toBe(false)
      const other = await rig.api.v1.agents({ agent: 'grok' }).install.post()
      expect(other.status).toBe(409)
    } finally {
      await rig.stop('all')
      await registry.stop()
    }
  },
  LONG,
)

test(
  'an installation that hangs is ended',
  async () => {
    await using home = await tempHome()
    const registry = startRegistry(kimi, { hold: true })
    const rig = await start(home.path, registry.url, { installMs: 1_500 })
    try {
      data(await rig.api.v1.agents({ agent: 'kimi' }).install.post())
      expect(await over(rig)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('longer than'),
      })
      expect(registry.asked.length).toBeGreaterThan(0)
    } finally {
      await rig.stop('all')
      await registry.stop()
    }
  },
  LONG,
)
