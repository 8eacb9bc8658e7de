import { useState } from 'preact/hooks'
import type { Circuit } from '../api/circuit.ts'
import type { CircuitState } from '../api/circuit-state.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Fingerprint } from './fingerprint.tsx'

export interface KeyChangedProps {
  machine: string
  circuit: Circuit
  keys: Extract<CircuitState, { is: 'key_changed' }>
}

const COMMAND = 'fairlead status'

/** Nothing was dialled: a person compares what the machine itself shows with what is offered for it. */
export function KeyChanged({ machine, circuit, keys }: KeyChangedProps) {
  const [sure, setSure] = useState(false)
  return (
    <section class="key-changed" aria-labelledby="key-changed">
      <h2 id="key-changed">{t('key.title', { machine })}</h2>
      <p>{t(keys.pinned === null ? 'key.unproven' : 'key.changed', { machine })}</p>
      <dl class="key-pair">
        {keys.pinned !== null && <Key name={t('key.known')} value={keys.pinned} />}
        <Key name={t('key.offered')} value={keys.offered} />
      </dl>
      <h3>{t('key.steps')}</h3>
      <ol class="steps">
        <li>{t('key.step_go', { machine })}</li>
        <li>
          {t('key.step_type')}{' '}
          <span class="copy-line">
            <code>{COMMAND}</code>
            <CopyButton text={COMMAND} />
          </span>
        </li>
        <li>{t('key.step_compare')}</li>
      </ol>
      <p>{t('key.differ')}</p>
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

function Key({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Fingerprint value={value} />
      </dd>
    </div>
  )
}
