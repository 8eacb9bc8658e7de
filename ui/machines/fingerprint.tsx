import { fromBase64url } from '../../shared/token/base64url.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'

/** A public key as a person compares it: eight words, and all of it in hex. The word list is loaded on use. */
export function Fingerprint({ value }: { value: string }) {
  const print = useRead(async () => {
    const { fingerprintHex, fingerprintWords } = await import('../../shared/noise/fingerprint.ts')
    const key = fromBase64url(value)
    const words = key && { words: fingerprintWords(key).join(' '), hex: fingerprintHex(key) }
    return { ok: true, value: words }
  }, [value])
  if (print.is !== 'ready') return <Skeleton lines={2} />
  return (
    <div class="fingerprint">
      <p class="fingerprint-words">{print.value?.words}</p>
      <p class="fingerprint-hex">{print.value?.hex}</p>
    </div>
  )
}
