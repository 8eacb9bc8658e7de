/**
 * OpenCode, as seen at 1.18. Its question tool and permissions of its subagents never reach a client, so it must be
 * started without the former; cancelled while it waits to retry, it answers `end_turn`.
 */
import type { Vendor } from './vendor.ts'

export const opencode: Vendor = { id: 'opencode', endsCancelled: true }
