import { useEffect } from 'preact/hooks'
import type { CircuitState } from '../api/circuit-state.ts'
import { t } from '../locale/t.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'

const qrPart = lazyPart(() => import('./qr-code.tsx').then((part) => part.QrCode))

export interface NotApprovedProps {
  id: string
  /** The machine's name. */
  machine: string
  shown: Extract<CircuitState, { is: 'not_approved' }>
}

/** What a device shows that the machine does not know yet: what a person scans, or types, elsewhere. */
export function NotApproved({ id, machine, shown: { code, scan } }: NotApprovedProps) {
  const halves = [code.slice(0, code.length / 2), code.slice(code.length / 2)]
  return (
    <section class="approval" aria-label={t('approval.title', { machine })}>
      <h3>{t('approval.title', { machine })}</h3>
      <Scanned text={`${location.origin}/#/m/${id}/approve/${scan}`} machine={machine} />
      <p class="approval-code">
        <code>{halves.join(' ')}</code>
        <CopyButton text={code} label={t('approval.copy')} />
      </p>
      <ol class="approval-ways">
        <li>{t('approval.by_device', { machine })}</li>
        <li>
          {t('approval.by_machine', { machine })}{' '}
          <code class="typed">{`fairlead devices approve ${code}`}</code>
        </li>
      </ol>
      <p class="approval-why">{t('approval.why')}</p>
    </section>
  )
}

/** Where this part of the page cannot be had, the code is there all the same. */
function Scanned({ text, machine }: { text: string; machine: string }) {
  useEffect(qrPart.fetch, [])
  const QrCode = qrPart.now.value
  return (
    <div class="approval-scan">
      <div class="qr-place">
        {typeof QrCode === 'function' && <QrCode text={text} label={t('approval.qr')} />}
      </div>
      <p>{t('approval.by_scan', { machine })}</p>
    </div>
  )
}
