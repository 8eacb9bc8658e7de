/** The agent that ships with this repository: it speaks the protocol as written. */
import type { Vendor } from './vendor.ts'

export const demo: Vendor = { id: 'demo' }
