/** Contrast of two colours, as WCAG 2.2 defines it (relative luminance, 1 to 21). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(hex: string): number {
  const channel = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

export interface Theme {
  light: ReadonlyMap<string, string>
  dark: ReadonlyMap<string, string>
}

/** The colours of a sheet that are written `--name: light-dark(#rrggbb, #rrggbb)`. */
export function themeOf(css: string): Theme {
  const found = [...css.matchAll(/--([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g)]
  const pick = (group: number) => new Map(found.map((one) => [one[1] ?? '', one[group] ?? '']))
  return { light: pick(2), dark: pick(3) }
}
