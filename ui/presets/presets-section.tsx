import { useState } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { may } from '../machines/may.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazySheet } from '../parts/lazy-sheet.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { presetWords, systemWords } from './preset-words.ts'
import { usePresets } from './use-presets.ts'

const PresetSheet = lazySheet(async () => (await import('./preset-sheet.tsx')).PresetSheet)
const SystemSheet = lazySheet(async () => (await import('./system-sheet.tsx')).SystemSheet)

/** What is opened: one of them by its id, or a new one. */
type Opened = { is: 'preset' | 'system'; id: string | null }

/** Presets, and the model vendors that they name. */
export function PresetsSection({ link, machine }: { link: MachineLink; machine: Machine }) {
  const kept = usePresets(link)
  const [opened, setOpened] = useState<Opened | null>(null)
  if (kept.is === 'loading') return <Skeleton lines={2} />
  if (kept.is === 'failed') return <NotRead code={kept.code} onAgain={kept.again} />
  const { presets, systems } = kept.value
  const mayChange = may(machine, 'machine:admin')
  const sheet = { link, kept: kept.value, onChanged: kept.again, onClose: () => setOpened(null) }
  const preset = presets.find(({ id }) => id === opened?.id) ?? null
  const system = systems.find(({ id }) => id === opened?.id) ?? null
  const opens = (is: Opened['is'], id: string) =>
    mayChange ? { onPress: () => setOpened({ is, id }), meta: <Icon name="chevron" /> } : {}
  return (
    <>
      <p class="section-words">{t('presets.words')}</p>
      <ul class="plain-rows">
        {presets.map((one) => (
          <ListRow
            key={one.id}
            title={[one.icon, one.name].filter(Boolean).join(' ')}
            detail={presetWords(one, kept.value)}
            {...opens('preset', one.id)}
          />
        ))}
      </ul>
      {systems.length > 0 && (
        <ul class="plain-rows" aria-label={t('systems.title')}>
          {systems.map((one) => (
            <ListRow
              key={one.id}
              title={one.name}
              note={t('systems.one')}
              detail={systemWords(one)}
              {...opens('system', one.id)}
            />
          ))}
        </ul>
      )}
      {mayChange && (
        <div class="section-acts">
          <Button icon="plus" onPress={() => setOpened({ is: 'preset', id: null })}>
            {t('presets.add')}
          </Button>
          <Button icon="plus" onPress={() => setOpened({ is: 'system', id: null })}>
            {t('systems.add')}
          </Button>
        </div>
      )}
      {opened?.is === 'preset' && (
        <PresetSheet title={preset ? preset.name : t('presets.add')} preset={preset} {...sheet} />
      )}
      {opened?.is === 'system' && (
        <SystemSheet title={system ? system.name : t('systems.add')} system={system} {...sheet} />
      )}
    </>
  )
}
