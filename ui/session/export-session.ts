/** A session as a file: read through its circuit, saved by the browser. */
import { ok, type Result } from '../../shared/errors.ts'
import { MACHINE_BASE, segment } from '../api/daemon.ts'
import { refusalOf } from '../api/unwrap.ts'

export type ExportFormat = 'markdown' | 'json'

const SUFFIX = { markdown: 'md', json: 'json' } as const

export interface ExportedFile {
  name: string
  content: Blob
}

/** `fetcher` is the circuit's. The whole file is held in memory: a page cannot save a stream. */
export async function exportSession(
  fetcher: typeof fetch,
  session: { id: string; nickname: string },
  format: ExportFormat,
): Promise<Result<ExportedFile>> {
  try {
    const answer = await fetcher(`${MACHINE_BASE}/v1/sessions/${segment(session.id)}/export?format=${format}`)
    if (!answer.ok) return { ok: false, error: refusalOf(await answer.json(), 'circuit_lost') }
    return ok({ name: `${session.nickname}.${SUFFIX[format]}`, content: await answer.blob() })
  } catch (cause) {
    // A stream that breaks off is no file: a cut circuit rejects here.
    return { ok: false, error: refusalOf(cause, 'circuit_lost') }
  }
}

export function saveFile(document: Document, { name, content }: ExportedFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
