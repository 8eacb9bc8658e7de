import type { Preset, System, SystemKind } from '../../shared/wire/preset.ts'
import { t } from '../locale/t.ts'
import type { Kept } from './use-presets.ts'

export const KINDS: readonly SystemKind[] = [
  'anthropic',
  'openai',
  'openrouter',
  'moonshot',
  'openai_compatible',
]

export const kindWords = (kind: SystemKind): string => t(`systems.kind_${kind}`)

/** Agent, vendor, model, effort: what a preset is made of. */
export function presetWords({ agent, system, model, effort }: Preset, { agents, systems }: Kept): string {
  const parts = [
    agents.find(({ id }) => id === agent)?.name ?? t('presets.agent_gone', { agent }),
    systems.find(({ id }) => id === system)?.name,
    model,
    effort,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Which API it is, where that is not the vendor's own address, and whether its key is here. */
export function systemWords({ kind, baseUrl, keySetAt }: System): string {
  const key = keySetAt === null ? t('systems.no_key') : t('agents.key_stored')
  return [kindWords(kind), baseUrl, key].filter(Boolean).join(' · ')
}

/** Ids as a person types them: apart by lines, commas or spaces. */
export const modelsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))]
