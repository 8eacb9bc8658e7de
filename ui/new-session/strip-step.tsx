import { useState } from 'preact/hooks'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { MachineLink } from '../state/machine.ts'
import { moved, type Tile } from './tiles.ts'
import type { Startables } from './use-tiles.ts'

export interface StripStepProps {
  title: string
  link: MachineLink
  startables: Startables
  onDone: () => void
  onBack: () => void
  onClose: () => void
}

/** Which presets and agents stand in New session, and in which order. */
export function StripStep({ title, link, startables, onDone, onBack, onClose }: StripStepProps) {
  const attempt = useAttempt()
  const { tiles, strip } = startables
  const [ids, setIds] = useState<readonly string[]>(() => strip ?? tiles.map(({ id }) => id))
  const kept = ids.flatMap((id) => tiles.find((tile) => tile.id === id) ?? [])
  const others = tiles.filter(({ id }) => !ids.includes(id))
  const save = async (): Promise<void> => {
    if (await attempt.run(() => unwrap(link.daemon.v1.strip.put({ ids: [...ids] })))) onDone()
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onBack={onBack}
      foot={
        <Button look="ink" busy={attempt.busy} onPress={() => void save()}>
          {t('strip.save')}
        </Button>
      }
    >
      <ul class="strip-rows" aria-label={t('strip.shown')}>
        {kept.map((tile, at) => (
          <li key={tile.id} class="strip-row">
            <TileName tile={tile} />
            <IconButton
              icon="up"
              label={t('strip.up', { name: tile.name })}
              disabled={at === 0}
              onPress={() => setIds(moved(ids, tile.id, -1))}
            />
            <IconButton
              icon="down"
              label={t('strip.down', { name: tile.name })}
              disabled={at === kept.length - 1}
              onPress={() => setIds(moved(ids, tile.id, 1))}
            />
            <IconButton
              icon="close"
              label={t('strip.hide', { name: tile.name })}
              onPress={() => setIds(ids.filter((id) => id !== tile.id))}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3 class="field-label">{t('strip.hidden')}</h3>
          <ul class="strip-rows" aria-label={t('strip.hidden')}>
            {others.map((tile) => (
              <li key={tile.id} class="strip-row">
                <TileName tile={tile} />
                <IconButton
                  icon="plus"
                  label={t('strip.show', { name: tile.name })}
                  onPress={() => setIds([...ids, tile.id])}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Refusal error={attempt.refused} />
    </Sheet>
  )
}

function TileName({ tile }: { tile: Tile }) {
  return (
    <span class="strip-name">
      {tile.icon !== null && <span aria-hidden="true">{tile.icon} </span>}
      {tile.name}
      {tile.preset && <span class="fact-note">{tile.agent.name}</span>}
    </span>
  )
}
