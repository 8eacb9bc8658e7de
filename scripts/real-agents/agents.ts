import { claude } from './agents/claude.ts'
import { codex } from './agents/codex.ts'
import { gemini } from './agents/gemini.ts'
import { kimi } from './agents/kimi.ts'
import { opencode } from './agents/opencode.ts'
import { qwen } from './agents/qwen.ts'
import { zcodex } from './agents/zcodex.ts'
import type { RealAgent } from './real-agent.ts'

/** In the order in which they are run and shown. */
export const realAgents: readonly RealAgent[] = [claude, codex, opencode, gemini, kimi, qwen, zcodex]
