/** Line coverage from an lcov report: of what was loaded by the run in server/, daemon/ and shared/. */
export const COVERAGE_GOAL = 0.85

export interface FileCoverage {
  path: string
  lines: number
  hit: number
}

/** Mains run in processes of their own, which nobody counts; the test kit is not what is tested. */
const COUNTED = /^(?:server|daemon|shared)\/(?!(?:.*\/)?testing\/)(?!(?:.*[-/])?main\.tsx?$)/

export function readCoverage(lcov: string): FileCoverage[] {
  return lcov.split('end_of_record').flatMap((record) => {
    const path = /^SF:(.*)$/m.exec(record)?.[1]
    if (path === undefined || !COUNTED.test(path)) return []
    return [{ path, lines: numberOf(record, 'LF'), hit: numberOf(record, 'LH') }]
  })
}

/** The share of lines hit, 0 to 1; 1 without a line. */
export function coveredShare(files: readonly FileCoverage[]): number {
  const lines = files.reduce((sum, file) => sum + file.lines, 0)
  return lines === 0 ? 1 : files.reduce((sum, file) => sum + file.hit, 0) / lines
}

/** The files with the most lines missed, most first. */
export const leastCovered = (files: readonly FileCoverage[], most: number): FileCoverage[] =>
  files
    .filter(({ lines, hit }) => hit < lines)
    .sort((a, b) => b.lines - b.hit - (a.lines - a.hit))
    .slice(0, most)

const numberOf = (record: string, key: 'LF' | 'LH'): number =>
  Number(new RegExp(`^${key}:(\\d+)$`, 'm').exec(record)?.[1] ?? 0)
