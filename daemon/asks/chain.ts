import type { AskChain } from '../../shared/wire/ask.ts'
import { CHAIN_START, type RecordStore } from './record-store.ts'

/** Records between two turns of the event loop: a long record must not hold everything else up. */
const AT_ONCE = 500

/** Reads the whole record of asks and says where it stops fitting together. */
export async function checkChain(records: Pick<RecordStore, 'follow'>, atOnce = AT_ONCE): Promise<AskChain> {
  let link = { n: 0, hash: CHAIN_START }
  for (;;) {
    const look = records.follow(link, atOnce)
    if (look.is === 'broken') return { records: look.n - 1, firstBroken: look.n }
    if (look.is === 'whole') return { records: look.records, firstBroken: null }
    link = look.link
    await new Promise((resolve) => setImmediate(resolve))
  }
}
