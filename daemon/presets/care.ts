import { createPresets, type Presets, type PresetsDeps } from './presets.ts'
import { createStrip, type StripOrder } from './strip.ts'
import { createSystems, type Systems } from './systems.ts'

/** What a person does with systems, presets and the strip. */
export interface PresetCare {
  systems: Systems
  presets: Presets
  strip: StripOrder
}

export const createPresetCare = (deps: PresetsDeps): PresetCare => ({
  systems: createSystems(deps),
  presets: createPresets(deps),
  strip: createStrip(deps),
})
