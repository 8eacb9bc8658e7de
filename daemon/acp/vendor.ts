/** Which agent we speak to. An agent unknown here is taken at its word. */
import { claude } from './vendors/claude.ts'
import { codex } from './vendors/codex.ts'
import { cursor } from './vendors/cursor.ts'
import { demo } from './vendors/demo.ts'
import { gemini } from './vendors/gemini.ts'
import { grok } from './vendors/grok.ts'
import { kimi } from './vendors/kimi.ts'
import { opencode } from './vendors/opencode.ts'
import { qwen } from './vendors/qwen.ts'
import type { Vendor } from './vendors/vendor.ts'
import { zcodex } from './vendors/zcodex.ts'

export type { Vendor } from './vendors/vendor.ts'

const vendors = new Map(
  [claude, codex, cursor, demo, gemini, grok, kimi, opencode, qwen, zcodex].map((vendor) => [
    vendor.id,
    vendor,
  ]),
)

/** `agentId`: a catalogue id. */
export const vendorOf = (agentId: string): Vendor => vendors.get(agentId) ?? { id: agentId }
