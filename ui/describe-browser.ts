/** What this browser is called in lists of devices. Only a suggestion to a person: nothing is decided by it. */
export function describeBrowser(userAgent: string): { name: string; platform: string } {
  const browser = first(userAgent, BROWSERS) ?? 'Browser'
  const platform = first(userAgent, PLATFORMS) ?? 'unknown'
  return { name: platform === 'unknown' ? browser : `${browser}, ${platform}`, platform }
}

const first = (text: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** In this order: most of them claim to be the later ones too. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const PLATFORMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
] as const
