import { useState } from 'preact/hooks'
import type { Circuit } from '../api/circuit.ts'
import type { CircuitState } from '../api/circuit-state.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { Fingerprint } from './fingerprint.tsx'

export interface KeyChangedProps {
  machine: string
  circuit: Circuit
  keys: Extract<CircuitState, { is: 'key_changed' }>
}

/** Nothing was sent: a person compares what the machine itself shows with what is offered for it. */
export function KeyChanged({ machine, circuit, keys }: KeyChangedProps) {
  const [sure, setSure] = useState(false)
  return (
    <section class="key-changed" aria-labelledby="key-changed">
      <h2 id="key-changed">{t('key.title', { machine })}</h2>
      <p>{keys.pinned === null ? t('key.unproven', { machine }) : t('key.changed')}</p>
      {keys.pinned !== null && (
        <div>
          <h3>{t('key.known')}</h3>
          <Fingerprint value={keys.pinned} />
        </div>
      )}
      <div>
        <h3>{t('key.offered')}</h3>
        <Fingerprint value={keys.offered} />
      </div>
      <p>
        {t('key.compare', { machine })} <code class="typed">fairlead status</code>
      </p>
      <div class="section-acts">
        <Button onPress={() => setSure(true)}>{t('key.accept')}</Button>
      </div>
      {sure && (
        <ConfirmSheet
          title={t('key.accept_title')}
          act={t('key.accept_act')}
          onAct={async () => {
            await circuit.acceptKey()
            return { ok: true, value: null }
          }}
          onClose={() => setSure(false)}
        >
          <p>{t('key.accept_words', { machine })}</p>
          <Fingerprint value={keys.offered} />
        </ConfirmSheet>
      )}
    </section>
  )
}
